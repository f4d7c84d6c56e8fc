// Strokes as the data of a path in SVG.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "strokes.hpp"

namespace labirinto {

// Appends a number to a ten-thousandth, without zeros at its end.
inline void append_decimal(std::string &text, double number) {
    constexpr std::int64_t parts = 10'000;
    const auto rounded = static_cast<std::int64_t>(std::llround(number * parts));
    const std::int64_t size = std::abs(rounded);
    char digits[24];
    if (rounded < 0) {
        text += '-';
    }
    text.append(digits, std::to_chars(digits, std::end(digits), size / parts).ptr);
    if (std::int64_t rest = size % parts; rest != 0) {
        text += '.';
        for (std::int64_t place = parts / 10; rest != 0; place /= 10) {
            text += static_cast<char>('0' + rest / place);
            rest %= place;
        }
    }
}

inline std::string path_data(const Strokes &strokes) {
    std::string text;
    text.reserve(strokes.vertices.size() * 16);
    for (std::uint32_t stroke = 0; stroke < strokes.count(); ++stroke) {
        double radius = 0;
        for (std::uint32_t k = strokes.first[stroke]; k < strokes.first[stroke + 1]; ++k) {
            const Strokes::Vertex &vertex = strokes.vertices[k];
            if (k == strokes.first[stroke]) {
                text += 'M';
            } else if (radius == 0) {
                text += 'L';
            } else {
                text += 'A';
                append_decimal(text, std::abs(radius));
                text += ' ';
                append_decimal(text, std::abs(radius));
                text += radius > 0 ? " 0 0 1 " : " 0 0 0 ";
            }
            append_decimal(text, vertex.x);
            text += ' ';
            append_decimal(text, vertex.y);
            radius = vertex.radius;
        }
    }
    return text;
}

} // namespace labirinto
