// Marks of links in drawings of squares on floors: an arrow in each of the two cells, and beside it
// the number that both have.  Lengths are in cells.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

#include "bit_array.hpp"
#include "mesh.hpp"
#include "strokes.hpp"

namespace labirinto {

struct LinkMark {
    double x, y;          // the middle of the arrow
    double heading;       // of the arrow
    double height;        // of the digits
    std::uint64_t number; // 0 for none
};

using CellPair = std::array<std::uint32_t, 2>;

// The two cells beside each wall, the lower number first.
inline std::vector<CellPair> cells_of_walls(const Mesh &mesh) {
    std::vector<CellPair> cells(mesh.walls());
    const Graph &graph = mesh.graph();
    for (std::uint32_t cell = 0; cell < graph.nodes(); ++cell) {
        for (const auto &[other, wall] : graph.links_of(cell)) {
            cells[wall][cell > other] = cell;
        }
    }
    return cells;
}

// Rectangles of squares with stairs, laid out flat in columns, each perhaps wrapped.
class LinkMarks {
  public:
    LinkMarks(std::uint32_t width, std::uint32_t height, std::uint32_t columns, bool twist)
        : width_(width), height_(height), columns_(columns), has_twist_(twist) {}

    // Finds the stairs and then the seams through which passages of a maze lead.  Stairs between
    // two floors are numbered from 1; seams by their rows, if these differ.
    void find(const Mesh &mesh, const std::uint8_t *passages) {
        std::vector<CellPair> seams;
        const std::vector<CellPair> cells = cells_of_walls(mesh);
        for (std::uint32_t wall = 0; wall < mesh.walls(); ++wall) {
            if (has_bit(passages, wall)) {
                unsigned sides = 0;
                mesh.for_sides_of_wall(wall, [&](std::uint32_t) { ++sides; });
                if (sides != 1) {
                    (sides == 0 ? links : seams).push_back(cells[wall]);
                }
            }
        }
        const std::size_t stairs = links.size();
        links.insert(links.end(), seams.begin(), seams.end());
        within_.assign(mesh.cells(), 0);
        std::vector<std::uint32_t> counts(mesh.cells() / floor());
        for (std::size_t k = 0; k < links.size(); ++k) {
            if (k < stairs) {
                within_[links[k][0]] |= 1 << up;
                within_[links[k][1]] |= 1 << down;
                ++counts[links[k][0] / floor()];
            } else if (has_twist_) {
                within_[links[k][0]] |= 1 << at_seam;
                within_[links[k][1]] |= 1 << at_seam;
            }
        }
        const double highest = widest / width_of(text_of(*std::ranges::max_element(counts)).count);
        std::ranges::fill(counts, 0);
        marks.reserve(2 * links.size());
        for (std::uint32_t k = 0; k < links.size(); ++k) {
            if (k < stairs) {
                const std::uint32_t number = ++counts[links[k][0] / floor()];
                add_stair(k, 0, number, highest);
                add_stair(k, 1, number, highest);
            } else {
                add_seam(k, 0);
                add_seam(k, 1);
            }
        }
    }

    // Outlines.
    static Strokes arrows_of(std::span<const LinkMark> marks) {
        Strokes strokes;
        for (const LinkMark &mark : marks) {
            const double reach = mark.height * head;
            const double x = std::cos(mark.heading) * reach;
            const double y = std::sin(mark.heading) * reach;
            for (const Point &at : {Point{x, y}, {-x - y, -y + x}, {-x + y, -y - x}, {x, y}}) {
                strokes.vertices.push_back({mark.x + at.x, mark.y + at.y, 0});
            }
            close(strokes);
        }
        return strokes;
    }

    // On the side of each arrow where the cell is.
    static Strokes digits_of(std::span<const LinkMark> marks) {
        Strokes strokes;
        for (const LinkMark &mark : marks) {
            const Digits text = text_of(mark.number);
            double begin = std::cos(mark.heading) > 0.5
                               ? mark.x - mark.height * (width_of(text.count) - head)
                               : mark.x + mark.height * (head + gap);
            const double wide = mark.height * digit_width;
            const double high = mark.height / 2;
            for (std::size_t k = 0; k < text.count; ++k) {
                for (const char name : lines[static_cast<std::size_t>(text.characters[k] - '0')]) {
                    const int place = name - 'a';
                    strokes.vertices.push_back(
                        {begin + wide * (place % 2), mark.y + high * (place / 2 - 1), 0});
                }
                close(strokes);
                begin += mark.height * pitch;
            }
        }
        return strokes;
    }

    std::vector<CellPair> links;
    std::vector<LinkMark> marks; // two of each link

  private:
    enum Place : unsigned { up, at_seam, down };

    // In the height of digits: how wide one is, how far the next one lies, how far the arrow, and
    // half the length of that.
    static constexpr double digit_width = 0.5, pitch = 0.8, gap = 0.3, head = 0.45;
    static constexpr double widest = 0.72;          // of a mark in its cell
    static constexpr double highest_at_seam = 0.26; // digits
    // For one, two or three marks in a cell: the height of their digits, and how far apart they
    // are.
    static constexpr std::array<std::array<double, 2>, 3> rows{
        {{0.46, 0.0}, {0.3, 0.42}, {0.22, 0.29}}};
    // The digits from 0, each in one stroke through points: a b, c d and e f.
    static constexpr std::array<std::string_view, 10> lines{
        "abfea",  "bf",     "abdcef", "abdcdfe", "acdbf",
        "bacdfe", "baefdc", "abf",    "cabfecd", "dcabfe"};

    struct Digits {
        std::array<char, 20> characters;
        std::size_t count;
    };

    // None for 0.
    static Digits text_of(std::uint64_t number) {
        Digits text{};
        if (number > 0) {
            char *const begin = text.characters.data();
            char *const end = std::to_chars(begin, begin + text.characters.size(), number).ptr;
            text.count = static_cast<std::size_t>(end - begin);
        }
        return text;
    }

    static void close(Strokes &strokes) {
        strokes.first.push_back(static_cast<std::uint32_t>(strokes.vertices.size()));
    }

    // How wide an arrow and a number are, in their height.
    static double width_of(std::size_t digits) {
        return 2 * head + gap + pitch * (static_cast<double>(digits) - 1) + digit_width;
    }

    std::uint32_t floor() const { return width_ * height_; }

    Point centre(std::uint32_t cell) const {
        const std::uint32_t row = cell / width_;
        const std::uint32_t right = row / height_ % columns_;
        const std::uint32_t lower = row / height_ / columns_;
        return {(width_ + 1.0) * right + cell % width_ + 0.5,
                (height_ + 1.0) * lower + row % height_ + 0.5};
    }

    // How high the digits of a mark are, and how far it is below the middle of its cell.
    std::array<double, 2> row(std::uint32_t cell, Place place) const {
        unsigned count = 0;
        unsigned before = 0;
        for (unsigned other = up; other <= down; ++other) {
            const unsigned has_mark = within_[cell] >> other & 1;
            count += has_mark;
            before += other < place ? has_mark : 0;
        }
        const auto &[height, apart] = rows[count - 1];
        return {height, apart * (before - (count - 1) / 2.0)};
    }

    void add_stair(std::uint32_t link, unsigned end, std::uint32_t number, double highest) {
        const std::uint32_t cell = links[link][end];
        const Point middle = centre(cell);
        const auto [wanted, below] = row(cell, end == 0 ? up : down);
        const double height = std::min(wanted, highest);
        const double beside = height * (head - width_of(text_of(number).count) / 2);
        const double heading = (end == 0 ? -1 : 1) * std::numbers::pi / 2;
        marks.push_back({middle.x + beside, middle.y + below, heading, height, number});
    }

    void add_seam(std::uint32_t link, unsigned end) {
        const std::uint32_t cell = links[link][end];
        const std::uint32_t other = links[link][1 - end];
        const Point middle = centre(cell);
        const Point beyond = centre(other);
        double heading = cell % width_ == 0 ? std::numbers::pi : 0;
        if (!has_twist_) { // away from the other cell
            heading = std::atan2(middle.y - beyond.y, middle.x - beyond.x);
        }
        const auto [height, below] =
            has_twist_ ? row(cell, at_seam) : std::array{highest_at_seam, 0.0};
        const std::uint32_t left = cell % width_ < other % width_ ? cell : other;
        marks.push_back({middle.x + 0.46 * std::cos(heading),
                         middle.y + 0.46 * std::sin(heading) + below, heading,
                         std::min(height, highest_at_seam),
                         has_twist_ ? left / width_ % height_ + 1 : 0});
    }

    std::uint32_t width_, height_, columns_;
    bool has_twist_;
    std::vector<std::uint8_t> within_; // the marks of each cell, as bits
};

} // namespace labirinto
