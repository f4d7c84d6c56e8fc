// The outlines of regular grids.  Lengths are such that passages are about as wide as in a
// rectangle, whose cells are 1 wide.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "mesh.hpp"
#include "outlines.hpp"
#include "weave.hpp"

namespace labirinto {

// Cells in rows, each of which begins at some column.
struct RowsOfCells {
    struct Row {
        std::uint32_t begin, count;
    };
    std::vector<Row> rows;

    std::uint32_t width() const {
        std::uint32_t width = 0;
        for (const Row &row : rows) {
            width = std::max(width, row.begin + row.count);
        }
        return width;
    }

    // Calls visit(x, y, number) for each cell, in reading order.
    template <class Visit> void for_each(Visit visit) const {
        std::uint32_t number = 0;
        for (std::uint32_t y = 0; y < rows.size(); ++y) {
            for (std::uint32_t k = 0; k < rows[y].count; ++k) {
                visit(rows[y].begin + k, y, number++);
            }
        }
    }
};

// Points of which some are used, numbered as they are first named.
class PointTable {
  public:
    PointTable(std::size_t places, Outlines &outlines)
        : numbers_(places, Outlines::none), outlines_(outlines) {}

    // Adds a corner to the outline that is being made.
    void add(std::size_t place, double x, double y) {
        if (numbers_[place] == Outlines::none) {
            numbers_[place] = static_cast<std::uint32_t>(outlines_.points.size());
            outlines_.points.push_back({x, y});
        }
        outlines_.corners.push_back(numbers_[place]);
    }

  private:
    std::vector<std::uint32_t> numbers_;
    Outlines &outlines_;
};

// Hexagons with a corner at the top; odd rows lie half a cell to the right.  They are 1 wide.
inline Outlines hexagonal(const RowsOfCells &cells) {
    Outlines outlines;
    // Points lie on columns half a cell apart; a third of a hexagon's height is its side.
    const std::size_t columns = 2 * std::size_t{cells.width()} + 2;
    PointTable points((2 * cells.rows.size() + 2) * columns, outlines);
    const double side = 1 / std::numbers::sqrt3;
    cells.for_each([&](std::uint32_t x, std::uint32_t y, std::uint32_t number) {
        const std::size_t left = 2 * std::size_t{x} + y % 2;
        // Lines of points: the top corner, the upper sides', the lower sides', the bottom corner.
        const auto add = [&](std::size_t column, std::size_t line) {
            const double height = static_cast<double>(line / 2) * 1.5 + (line % 2 ? 0.5 : 0);
            points.add(line * columns + column, static_cast<double>(column) / 2, height * side);
        };
        const std::size_t top = 2 * std::size_t{y};
        add(left + 1, top);
        add(left + 2, top + 1);
        add(left + 2, top + 2);
        add(left + 1, top + 3);
        add(left, top + 2);
        add(left, top + 1);
        outlines.close(number);
    });
    return outlines;
}

// Triangles; cell (x, y) points up where x + y is even.  Their sides are 1.5 long.
inline Outlines triangular(const RowsOfCells &cells) {
    Outlines outlines;
    const std::size_t columns = std::size_t{cells.width()} + 2;
    PointTable points((cells.rows.size() + 1) * columns, outlines);
    const double side = 1.5;
    const double height = side * std::numbers::sqrt3 / 2;
    cells.for_each([&](std::uint32_t x, std::uint32_t y, std::uint32_t number) {
        const auto add = [&](std::size_t column, std::size_t line) {
            points.add(line * columns + column, static_cast<double>(column) * side / 2,
                       static_cast<double>(line) * height);
        };
        if ((x + y) % 2 == 0) {
            add(x + 1, y);
            add(x + 2, y + 1);
            add(x, y + 1);
        } else {
            add(x, y);
            add(x + 2, y);
            add(x + 1, y + 1);
        }
        outlines.close(number);
    });
    return outlines;
}

// Octagons where x + y is even, squares between them.  All sides have one length.
inline Outlines octagonal(const RowsOfCells &cells) {
    Outlines outlines;
    const std::size_t columns = std::size_t{cells.width()} + 2;
    PointTable points(4 * (cells.rows.size() + 2) * columns, outlines);
    const double pitch = 1.25;
    const double half = pitch / (2 + std::numbers::sqrt2); // of a side
    cells.for_each([&](std::uint32_t x, std::uint32_t y, std::uint32_t number) {
        // All points are corners of squares, also of those beyond the border: number 0 to 3 from
        // the upper left, clockwise.  The cell itself is at (1, 1).
        const auto add = [&](std::uint32_t dx, std::uint32_t dy, unsigned corner) {
            const bool is_right = corner == 1 || corner == 2;
            const bool is_low = corner >= 2;
            points.add(4 * ((std::size_t{y} + dy) * columns + x + dx) + corner,
                       (x + dx + 0.0) * pitch + (is_right ? half : -half),
                       (y + dy + 0.0) * pitch + (is_low ? half : -half));
        };
        if ((x + y) % 2 == 0) {
            add(1, 0, 3);
            add(1, 0, 2);
            add(2, 1, 0);
            add(2, 1, 3);
            add(1, 2, 1);
            add(1, 2, 0);
            add(0, 1, 2);
            add(0, 1, 1);
        } else {
            for (unsigned corner = 0; corner < 4; ++corner) {
                add(1, 1, corner);
            }
        }
        outlines.close(number);
    });
    return outlines;
}

// Squares in rectangles of one size, `floors` of them, laid out in rows of `columns`, with a cell's
// space between two.
inline Outlines squares(std::uint32_t width, std::uint32_t height, std::uint32_t floors,
                        std::uint32_t columns) {
    Outlines outlines;
    const std::size_t points_across = std::size_t{width} + 1;
    const std::size_t points_of_floor = points_across * (height + std::size_t{1});
    PointTable points(floors * points_of_floor, outlines);
    std::uint32_t number = 0;
    for (std::uint32_t floor = 0; floor < floors; ++floor) {
        const double left = (width + 1.0) * (floor % columns);
        const double top = (height + 1.0) * (floor / columns);
        const auto add = [&](std::uint32_t x, std::uint32_t y) {
            points.add(floor * points_of_floor + y * points_across + x, left + x, top + y);
        };
        for (std::uint32_t y = 0; y < height; ++y) {
            for (std::uint32_t x = 0; x < width; ++x) {
                add(x, y);
                add(x + 1, y);
                add(x + 1, y + 1);
                add(x, y + 1);
                outlines.close(number++);
            }
        }
    }
    return outlines;
}

// What joins these floors by stairs, and wraps each of them: the right side to the left, turned
// over if it is twisted, and the bottom to the top.  A side that is wrapped has 3 cells or more.
inline Links links_of_squares(std::uint32_t width, std::uint32_t height, std::uint32_t floors,
                              bool wrap_x, bool wrap_y, bool twist) {
    enum : std::uint32_t { top, right, bottom, left }; // of a square's sides
    Links links;
    const std::uint32_t cells = width * height;
    const auto side = [&](std::uint32_t floor, std::uint32_t x, std::uint32_t y,
                          std::uint32_t which) {
        return 4 * (floor * cells + y * width + x) + which;
    };
    for (std::uint32_t floor = 0; floor < floors; ++floor) {
        for (std::uint32_t y = 0; wrap_x && y < height; ++y) {
            const std::uint32_t facing = twist ? height - 1 - y : y;
            links.seams.push_back({side(floor, 0, facing, left), side(floor, width - 1, y, right)});
        }
        for (std::uint32_t x = 0; wrap_y && x < width; ++x) {
            links.seams.push_back({side(floor, x, 0, top), side(floor, x, height - 1, bottom)});
        }
        for (std::uint32_t cell = floor * cells; cell < (floor + 1) * cells; ++cell) {
            if (floor > 0) {
                links.stairs.push_back({cell, cell - cells});
            }
            if (floor + 1 < floors) {
                links.stairs.push_back({cell, cell + cells});
            }
        }
    }
    return links;
}

// Squares in rows with bridges, in ascending order, and what must not join them.
//
// The passage over a bridge is a cell in the middle of its square, which is narrower than others;
// the passage under it is another, after all squares, in what is left on both sides.
struct Woven {
    static constexpr double inset = 0.2;
    Outlines outlines;
    Links links;

    explicit Woven(const WovenSquares &squares) {
        const std::uint32_t width = squares.width(), height = squares.height();
        const std::vector<Bridge> &bridges = squares.bridges();
        const std::size_t points_across = std::size_t{width} + 1;
        const std::size_t corners_of_squares = points_across * (height + std::size_t{1});
        PointTable points(corners_of_squares + 4 * bridges.size(), outlines);
        constexpr std::uint32_t none = Outlines::none;
        std::vector<std::uint32_t> numbers(std::size_t{width} * height, none); // of bridges
        for (std::uint32_t k = 0; k < bridges.size(); ++k) {
            numbers[bridges[k].cell] = k;
        }
        const auto add = [&](std::uint32_t x, std::uint32_t y) {
            points.add(y * points_across + x, x, y);
        };
        // The corners of what lies above, clockwise from the upper left.
        const auto add_inner = [&](std::uint32_t bridge, unsigned corner) {
            const auto &[cell, is_across] = bridges[bridge];
            const double x = corner == 1 || corner == 2, y = corner >= 2;
            const double in_x = is_across ? x : inset + x * (1 - 2 * inset);
            const double in_y = is_across ? inset + y * (1 - 2 * inset) : y;
            points.add(corners_of_squares + 4 * std::size_t{bridge} + corner, cell % width + in_x,
                       cell / width + in_y);
        };
        // Two of them, where the bridge is and its passage above leads to this side.
        const auto add_two = [&](bool is_inside, std::uint32_t cell, bool is_across, unsigned one,
                                 unsigned other) {
            if (is_inside && numbers[cell] != none &&
                bridges[numbers[cell]].is_across == is_across) {
                add_inner(numbers[cell], one);
                add_inner(numbers[cell], other);
            }
        };
        std::uint32_t cell = 0;
        for (std::uint32_t y = 0; y < height; ++y) {
            for (std::uint32_t x = 0; x < width; ++x, ++cell) {
                if (numbers[cell] != none) {
                    for (unsigned corner = 0; corner < 4; ++corner) {
                        add_inner(numbers[cell], corner);
                    }
                } else {
                    add(x, y);
                    add_two(y > 0, cell - width, false, 3, 2);
                    add(x + 1, y);
                    add_two(x + 1 < width, cell + 1, true, 0, 3);
                    add(x + 1, y + 1);
                    add_two(y + 1 < height, cell + width, false, 1, 0);
                    add(x, y + 1);
                    add_two(x > 0, cell - 1, true, 2, 1);
                }
                outlines.close(cell);
            }
        }
        for (std::uint32_t k = 0; k < bridges.size(); ++k, ++cell) {
            const std::uint32_t x = bridges[k].cell % width, y = bridges[k].cell / width;
            if (bridges[k].is_across) {
                add(x, y);
                add(x + 1, y);
                add_inner(k, 1);
                add_inner(k, 0);
                close(cell, 0);
                add_inner(k, 3);
                add_inner(k, 2);
                add(x + 1, y + 1);
                add(x, y + 1);
                close(cell, 2);
            } else {
                add_inner(k, 1);
                add(x + 1, y);
                add(x + 1, y + 1);
                add_inner(k, 2);
                close(cell, 1);
                add(x, y);
                add_inner(k, 0);
                add_inner(k, 3);
                add(x, y + 1);
                close(cell, 3);
            }
        }
    }

  private:
    // Ends one half of a cell below a bridge, of whose four sides only one leads anywhere.
    void close(std::uint32_t cell, unsigned way_out) {
        const std::uint32_t begin = outlines.first.back();
        outlines.close(cell);
        for (unsigned side = 0; side < 4; ++side) {
            if (side != way_out) {
                links.fences.push_back(begin + side);
            }
        }
    }
};

// Rings of cells around a centre, `counts` in each, from the one at the top clockwise.  A ring is
// 1 wide, the first one `hole` away from the centre; without a hole it is one cell.
inline Outlines circular(const std::vector<std::uint32_t> &counts, std::uint32_t hole) {
    Outlines outlines;
    const auto rings = static_cast<std::uint32_t>(counts.size());
    // The points of the circle inside each ring, and outside the last.
    std::vector<std::uint32_t> on_circle(counts);
    on_circle.push_back(rings == 1 && hole == 0 ? 6 : counts.back());
    if (hole == 0) {
        on_circle[0] = 0;
    }
    std::vector<std::uint32_t> first(rings + 2, 0);
    const double size = hole + rings;
    outlines.centre = {size, size};
    for (std::uint32_t circle = 0; circle <= rings; ++circle) {
        first[circle + 1] = first[circle] + on_circle[circle];
        for (std::uint32_t k = 0; k < on_circle[circle]; ++k) {
            const double angle = 2 * std::numbers::pi * k / on_circle[circle];
            const double radius = hole + circle;
            outlines.points.push_back(
                {size + radius * std::sin(angle), size - radius * std::cos(angle)});
            outlines.circles.push_back(hole + circle);
        }
    }
    std::uint32_t number = 0;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        const std::uint32_t outside = on_circle[ring + 1];
        const std::uint32_t sides = outside / counts[ring];
        for (std::uint32_t k = 0; k < counts[ring]; ++k, ++number) {
            if (on_circle[ring] > 0) {
                outlines.corners.push_back(first[ring] + k);
            }
            const std::uint32_t points = on_circle[ring] > 0 ? sides + 1 : sides;
            for (std::uint32_t side = 0; side < points; ++side) {
                outlines.corners.push_back(first[ring + 1] + (k * sides + side) % outside);
            }
            if (on_circle[ring] > 0) {
                outlines.corners.push_back(first[ring] + (k + 1) % on_circle[ring]);
            }
            outlines.close(number);
        }
    }
    return outlines;
}

} // namespace labirinto
