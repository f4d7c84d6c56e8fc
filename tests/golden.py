"""What ``data/golden.json`` pins; ``golden_records.py`` makes it.

No pytest in both: ``proof/promise_check.py`` runs them in builds that have nothing but the package.
"""

import labirinto
from labirinto import Rooms
from labirinto.grids import circular, hexagonal, linked, octagonal, triangular, woven

# Where bits fill bytes and words, numbers outgrow a byte, and where there is little to choose.
SIZES = [
    (1, 2), (2, 1), (2, 2), (3, 3), (1, 65), (65, 1),
    (63, 7), (64, 7), (65, 7), (127, 7), (128, 7), (129, 7), (255, 7), (256, 7), (257, 7),
    (7, 255), (7, 256), (7, 257),
]  # fmt: skip

# What each guards, and the recipe: algorithm, width, height, seed, parameters.
RECIPES = {
    **{
        f"{name.replace('-', '_')}_at_{width}x{height}": (name, width, height, 5, {})
        for name in labirinto.ALGORITHMS
        for width, height in SIZES
    },
    # wilson, walking on the cells
    "wilson_of_a_single_cell": ("wilson", 1, 1, 0, {}),
    "wilson_of_one_row": ("wilson", 100, 1, 1, {}),
    "wilson_of_one_column": ("wilson", 1, 100, 1, {}),
    "wilson_2x2": ("wilson", 2, 2, 3, {}),
    "wilson_40x30_of_the_readme": ("wilson", 40, 30, 7, {}),
    "wilson_with_the_smallest_seed": ("wilson", 20, 20, 0, {}),
    "wilson_with_the_largest_seed": ("wilson", 20, 20, 2**64 - 1, {}),
    "wilson_with_a_seed_that_needs_63_bits": ("wilson", 20, 20, 2**63, {}),
    "wilson_with_text": ("wilson", 20, 20, "anna", {}),
    "wilson_with_capital_letters": ("wilson", 20, 20, "Anna", {}),
    "wilson_with_persian_text": ("wilson", 20, 20, "هزارتو", {}),
    "wilson_with_chinese_text": ("wilson", 20, 20, "迷宫", {}),
    "wilson_with_text_beyond_16_bits": ("wilson", 20, 20, "🐀 🧀", {}),
    "wilson_with_composed_letters": ("wilson", 20, 20, "caf\u00e9", {}),
    "wilson_with_decomposed_letters": ("wilson", 20, 20, "cafe\u0301", {}),
    "wilson_with_text_and_inner_spaces": ("wilson", 20, 20, "to be or not to be", {}),
    "wilson_with_a_number_with_zeros_in_front": ("wilson", 20, 20, "0042", {}),
    "wilson_with_persian_digits": ("wilson", 20, 20, "۴۲", {}),
    "wilson_63_wide": ("wilson", 63, 20, 1, {}),
    "wilson_64_wide": ("wilson", 64, 20, 1, {}),
    "wilson_65_wide": ("wilson", 65, 20, 1, {}),
    "wilson_129_high": ("wilson", 20, 129, 1, {}),
    "wilson_255x257_on_cells": ("wilson", 255, 257, 1, {}),
    "wilson_256x256_the_largest_on_cells": ("wilson", 256, 256, 1, {}),
    "wilson_1024x64_the_widest_on_cells": ("wilson", 1024, 64, 1, {}),
    "wilson_64x1024_the_highest_on_cells": ("wilson", 64, 1024, 1, {}),
    "wilson_1024x1_the_longest_corridor_on_cells": ("wilson", 1024, 1, 1, {}),
    "wilson_512x128_the_most_cells": ("wilson", 512, 128, 1, {}),
    "wilson_with_a_ligature": ("wilson", 20, 20, "\ufb01n", {}),
    "wilson_with_the_letters_of_the_ligature": ("wilson", 20, 20, "fin", {}),
    "wilson_with_composed_syllables": ("wilson", 20, 20, "\ud55c\uae00", {}),
    "wilson_with_decomposed_syllables": (
        "wilson",
        20,
        20,
        "\u1112\u1161\u11ab\u1100\u1173\u11af",
        {},
    ),
    "wilson_with_joined_faces": ("wilson", 20, 20, "👩\u200d👧", {}),
    "wilson_with_a_thousand_letters": ("wilson", 20, 20, "labirinto " * 99 + "labirinto!", {}),
    # wilson, walking on the walls
    "wilson_257x256_on_walls": ("wilson", 257, 256, 1, {}),
    "wilson_65537x1_without_an_inner_corner": ("wilson", 65_537, 1, 1, {}),
    "wilson_65536x2_on_walls": ("wilson", 65_536, 2, 1, {}),
    "wilson_2x65536_in_eight_strips": ("wilson", 2, 65_536, 1, {}),
    "wilson_1000x1000_on_walls": ("wilson", 1000, 1000, "labirinto", {}),
    "wilson_9x2048_the_highest_in_one_strip": ("wilson", 9, 2048, 1, {}),
    "wilson_9x2049_in_two_strips": ("wilson", 9, 2049, 1, {}),
    "wilson_9x8193_in_two_strips": ("wilson", 9, 8193, 1, {}),
    "wilson_9x16384_the_highest_in_two_strips": ("wilson", 9, 16_384, 1, {}),
    "wilson_33x20000_in_four_strips": ("wilson", 33, 20_000, 1, {}),
    "wilson_5x40000_in_eight_strips": ("wilson", 5, 40_000, 1, {}),
    "wilson_1025x63_too_wide_for_cells": ("wilson", 1025, 63, 1, {}),
    "wilson_63x1025_too_high_for_cells": ("wilson", 63, 1025, 1, {}),
    "wilson_1025x1_without_an_inner_corner": ("wilson", 1025, 1, 1, {}),
    "wilson_1x1025_without_an_inner_corner": ("wilson", 1, 1025, 1, {}),
    "wilson_2x1025_on_walls": ("wilson", 2, 1025, 1, {}),
    "wilson_513x128_too_many_for_cells": ("wilson", 513, 128, 1, {}),
    "wilson_256x257_too_many_for_cells": ("wilson", 256, 257, 1, {}),
    "wilson_65535x1": ("wilson", 65_535, 1, 1, {}),
    "wilson_65536x1": ("wilson", 65_536, 1, 1, {}),
    "wilson_65535x2": ("wilson", 65_535, 2, 1, {}),
    "wilson_1x65535": ("wilson", 1, 65_535, 1, {}),
    "wilson_1x65536": ("wilson", 1, 65_536, 1, {}),
    "wilson_300x300_with_the_smallest_seed": ("wilson", 300, 300, 0, {}),
    "wilson_300x300_with_the_largest_seed": ("wilson", 300, 300, 2**64 - 1, {}),
    "wilson_2x65535": ("wilson", 2, 65_535, 1, {}),
    "wilson_2x2048": ("wilson", 2, 2048, 1, {}),
    "wilson_2x2049": ("wilson", 2, 2049, 1, {}),
    "wilson_3x2048": ("wilson", 3, 2048, 1, {}),
    "wilson_3x2049": ("wilson", 3, 2049, 1, {}),
    "wilson_300x2049_in_two_wide_strips": ("wilson", 300, 2049, 1, {}),
    "wilson_2x16384": ("wilson", 2, 16_384, 1, {}),
    "wilson_2x16385": ("wilson", 2, 16_385, 1, {}),
    "wilson_9x16385_the_lowest_in_four_strips": ("wilson", 9, 16_385, 1, {}),
    "wilson_3x32768_the_highest_in_four_strips": ("wilson", 3, 32_768, 1, {}),
    "wilson_3x32769_the_lowest_in_eight_strips": ("wilson", 3, 32_769, 1, {}),
    "wilson_65x20000_with_the_largest_seed": ("wilson", 65, 20_000, 2**64 - 1, {}),
    "wilson_4x131073_in_thirty_two_strips": ("wilson", 4, 131_073, 1, {}),
    # wilson, by rows and without end
    **{
        f"wilson_{order}_{what}": ("wilson", width, height, seed, {"order": order})
        for order in ("rows", "endless")
        for what, width, height, seed in (
            ("of_a_single_cell", 1, 1, 0),
            ("of_one_row", 100, 1, 1),
            ("of_one_column", 1, 100, 1),
            ("40x30", 40, 30, 7),
            ("49x49_in_one_tile", 49, 49, 1),
            ("50x50_in_four_tiles", 50, 50, 1),
            ("64x48_with_text", 64, 48, "anna"),
            ("97x98_with_the_largest_seed", 97, 98, 2**64 - 1),
            ("33x2000", 33, 2000, 1),
            ("2000x3", 2000, 3, 1),
            ("1000x1000", 1000, 1000, "labirinto"),
        )
    },
    # eller
    "eller_of_a_single_cell": ("eller", 1, 1, 0, {}),
    "eller_of_one_row": ("eller", 100, 1, 1, {}),
    "eller_of_one_column": ("eller", 1, 100, 1, {}),
    "eller_80x40_of_the_readme": ("eller", 80, 40, 7, {}),
    "eller_with_text": ("eller", 40, 30, "anna", {}),
    "eller_63_wide": ("eller", 63, 20, 1, {}),
    "eller_64_wide": ("eller", 64, 20, 1, {}),
    "eller_65_wide_without_a_join_in_the_second_word": ("eller", 65, 20, 1, {}),
    "eller_128_wide": ("eller", 128, 20, 1, {}),
    "eller_257_wide": ("eller", 257, 20, 1, {}),
    "eller_65535x2": ("eller", 65_535, 2, 1, {}),
    "eller_65536x3": ("eller", 65_536, 3, 1, {}),
    "eller_2x65536": ("eller", 2, 65_536, 1, {}),
    "eller_across_only": ("eller", 40, 30, 1, {"join": 1, "drop": 0}),
    "eller_down_only": ("eller", 40, 30, 1, {"join": 0, "drop": 1}),
    "eller_never": ("eller", 40, 30, 1, {"join": 0, "drop": 0}),
    "eller_always": ("eller", 40, 30, 1, {"join": 1, "drop": 1}),
    "eller_with_a_short_binary_fraction": ("eller", 100, 50, 1, {"join": 0.25, "drop": 0.625}),
    "eller_with_endless_binary_fractions": ("eller", 100, 50, 1, {"join": 0.3, "drop": 0.7}),
    "eller_with_join_alone": ("eller", 100, 50, 1, {"join": 0.9}),
    "eller_with_the_smallest_probability": ("eller", 100, 50, 1, {"join": 2**-32, "drop": 0.5}),
    "eller_with_the_smallest_seed": ("eller", 40, 30, 0, {}),
    "eller_with_the_largest_seed": ("eller", 40, 30, 2**64 - 1, {}),
    "eller_65535x1": ("eller", 65_535, 1, 1, {}),
    "eller_65537x2": ("eller", 65_537, 2, 1, {}),
    "eller_1x65536": ("eller", 1, 65_536, 1, {}),
    "eller_with_drop_alone": ("eller", 100, 50, 1, {"drop": 0.1}),
    "eller_always_east_now_and_then_south": ("eller", 65, 50, 1, {"join": 1, "drop": 0.5}),
    "eller_never_east_now_and_then_south": ("eller", 65, 50, 1, {"join": 0, "drop": 0.5}),
    "eller_now_and_then_east_always_south": ("eller", 65, 50, 1, {"join": 0.5, "drop": 1}),
    "eller_with_the_largest_probability_below_1": (
        "eller",
        100,
        50,
        1,
        {"join": 1 - 2**-32, "drop": 1 - 2**-32},
    ),
    "eller_with_probabilities_that_are_rounded_to_0_and_1": (
        "eller",
        100,
        50,
        1,
        {"join": 2**-34, "drop": 1 - 2**-34},
    ),
    # aldous-broder
    "aldous_broder_of_a_single_cell": ("aldous-broder", 1, 1, 0, {}),
    "aldous_broder_of_one_row": ("aldous-broder", 64, 1, 1, {}),
    "aldous_broder_40x30": ("aldous-broder", 40, 30, 7, {}),
    "aldous_broder_65_wide": ("aldous-broder", 65, 20, 1, {}),
    "aldous_broder_256x256": ("aldous-broder", 256, 256, "anna", {}),
    "aldous_broder_with_the_smallest_seed": ("aldous-broder", 20, 20, 0, {}),
    "aldous_broder_with_the_largest_seed": ("aldous-broder", 20, 20, 2**64 - 1, {}),
    "aldous_broder_with_persian_text": ("aldous-broder", 20, 20, "هزارتو", {}),
    "aldous_broder_300x2": ("aldous-broder", 300, 2, 1, {}),
    "aldous_broder_2x300": ("aldous-broder", 2, 300, 1, {}),
    # kruskal
    "kruskal_of_a_single_cell": ("kruskal", 1, 1, 0, {}),
    "kruskal_of_one_column": ("kruskal", 1, 64, 1, {}),
    "kruskal_40x30": ("kruskal", 40, 30, 7, {}),
    "kruskal_65_wide": ("kruskal", 65, 20, 1, {}),
    "kruskal_257x256": ("kruskal", 257, 256, "anna", {}),
    "kruskal_65536x2": ("kruskal", 65_536, 2, 1, {}),
    "kruskal_with_the_smallest_seed": ("kruskal", 20, 20, 0, {}),
    "kruskal_with_the_largest_seed": ("kruskal", 20, 20, 2**64 - 1, {}),
    "kruskal_with_chinese_text": ("kruskal", 20, 20, "迷宫", {}),
    "kruskal_65535x1": ("kruskal", 65_535, 1, 1, {}),
    "kruskal_65535x2": ("kruskal", 65_535, 2, 1, {}),
    "kruskal_1x65536": ("kruskal", 1, 65_536, 1, {}),
    "kruskal_2x65536": ("kruskal", 2, 65_536, 1, {}),
    "kruskal_1000x1000": ("kruskal", 1000, 1000, "labirinto", {}),
    # those that are not uniform and grow from one cell
    **{
        f"{name.replace('-', '_')}_{what}": (name, width, height, seed, {})
        for name in ("backtracker", "prim", "growing-tree", "hunt-and-kill")
        for what, width, height, seed in (
            ("of_a_single_cell", 1, 1, 0),
            ("40x30", 40, 30, 7),
            ("256x256", 256, 256, "anna"),
            ("65536x2", 65_536, 2, 1),
            ("1x65535", 1, 65_535, 1),
            ("with_the_largest_seed", 20, 20, 2**64 - 1),
        )
    },
    "growing_tree_never_from_the_newest": ("growing-tree", 65, 40, 1, {"newest": 0}),
    "growing_tree_always_from_the_newest": ("growing-tree", 65, 40, 1, {"newest": 1}),
    "growing_tree_with_an_endless_binary_fraction": ("growing-tree", 65, 40, 1, {"newest": 0.3}),
    "growing_tree_1000x1000": ("growing-tree", 1000, 1000, "labirinto", {}),
    # binary-tree, sidewinder, recursive-division
    **{
        f"{name.replace('-', '_')}_{what}": (name, width, height, seed, {})
        for name in ("binary-tree", "sidewinder", "recursive-division")
        for what, width, height, seed in (
            ("of_a_single_cell", 1, 1, 0),
            ("of_one_row", 100, 1, 1),
            ("of_one_column", 1, 100, 1),
            ("40x30", 40, 30, "anna"),
            ("65536x3", 65_536, 3, 1),
            ("with_the_largest_seed", 20, 20, 2**64 - 1),
        )
    },
    **{
        f"binary_tree_to_{skew}": ("binary-tree", 129, 20, 1, {"skew": skew})
        for skew in ("nw", "ne", "sw", "se")
    },
    "sidewinder_never_east": ("sidewinder", 129, 20, 1, {"join": 0}),
    "sidewinder_always_east": ("sidewinder", 129, 20, 1, {"join": 1}),
    "sidewinder_with_an_endless_binary_fraction": ("sidewinder", 200, 50, 1, {"join": 0.3}),
    "sidewinder_with_runs_across_words": ("sidewinder", 300, 50, 1, {"join": 0.98}),
    "recursive_division_1000x1000": ("recursive-division", 1000, 1000, "labirinto", {}),
    "recursive_division_that_draws_again": ("recursive-division", 40, 30, 140_370_121, {}),
}

# Recipes of which the ends of every kind are pinned, and the solutions between them.
WITH_ENDS = [
    "wilson_of_one_row",
    "wilson_2x2",
    "wilson_40x30_of_the_readme",
    "wilson_with_persian_text",
    "wilson_1000x1000_on_walls",
    "wilson_9x8193_in_two_strips",
    "eller_80x40_of_the_readme",
    "eller_65536x3",
    "eller_across_only",
    "aldous_broder_40x30",
    "kruskal_257x256",
    "eller_at_64x7",
    "kruskal_at_7x257",
    "kruskal_1000x1000",
    "wilson_1x65536",
    "wilson_9x16385_the_lowest_in_four_strips",
]

# The walk on the walls, cut much lower than it is in practice: many levels of joins.
STRIPS = {
    "walls_33x33_in_strips_of_one_row": (33, 33, 1),
    "walls_64x50_in_strips_of_three_rows": (64, 50, 3),
    "walls_65x300_in_strips_of_seven_rows": (65, 300, 7),
    "walls_1000x100_in_strips_of_forty_rows": (1000, 100, 40),
}

# Wilson's algorithm by rows, in tiles much smaller than in practice: width, height, side, endless.
TILES = {
    "rows_33x33_in_tiles_of_one": (33, 33, 1, 0),
    "rows_64x50_in_tiles_of_seven": (64, 50, 7, 0),
    "rows_65x90_in_tiles_of_two_without_end": (65, 90, 2, 1),
    "rows_130x70_in_tiles_of_sixty_four": (130, 70, 64, 0),
}

# Algorithm, width, height, seed, parameters; how many; and the options.
BATCHES = {
    "single_cells": ("wilson", 1, 1, 7, {}, 20, {}),
    "wilson_9x9": ("wilson", 9, 9, 7, {}, 700, {"ends": "border", "solutions": True}),
    "wilson_65x3_with_text": ("wilson", 65, 3, "anna", {}, 100, {"ends": "farthest"}),
    "wilson_3x2049_in_strips": ("wilson", 3, 2049, 7, {}, 9, {"ends": "random"}),
    "wilson_300x300_on_walls": ("wilson", 300, 300, 7, {}, 5, {"solutions": True}),
    "wilson_60x50_by_rows": ("wilson", 60, 50, 7, {"order": "rows"}, 20, {"ends": "corners"}),
    "eller_8x8": ("eller", 8, 8, 0, {"join": 0.3}, 500, {"ends": "corners", "solutions": True}),
    "eller_64x5": ("eller", 64, 5, 2**64 - 1, {}, 200, {"ends": "random", "solutions": True}),
    "aldous_broder_7x7": ("aldous-broder", 7, 7, 7, {}, 300, {"ends": "farthest"}),
    "kruskal_12x7": ("kruskal", 12, 7, 7, {}, 300, {"ends": "border", "solutions": True}),
    "all_mazes_3x3": ("wilson", 3, 3, 7, {}, 192, {"unique": True}),
    "unique_by_kruskal_4x3": ("kruskal", 4, 3, 7, {}, 1000, {"unique": True, "ends": "random"}),
    "binary_tree_8x8": ("binary-tree", 8, 8, 7, {"skew": "se"}, 200, {"ends": "corners"}),
    "growing_tree_9x9": ("growing-tree", 9, 9, 7, {"newest": 0.7}, 200, {"solutions": True}),
    "unique_by_eller_5x4": ("eller", 5, 4, 7, {}, 900, {"unique": True, "solutions": True}),
}

# Algorithm, shape, width, height, seed: what masks themselves are is pinned as well.
SHAPES = {
    "wilson_in_a_heart": ("wilson", "heart", 60, 50, 7),
    "wilson_in_a_ring_65_wide": ("wilson", "ring", 65, 64, "anna"),
    "wilson_in_a_ring_on_walls": ("wilson", "ring", 400, 401, 7),
    "wilson_in_a_star_on_walls": ("wilson", "star", 1100, 300, 7),
    "aldous_broder_in_a_cloud": ("aldous-broder", "cloud", 40, 30, 7),
    "kruskal_in_a_moon": ("kruskal", "moon", 129, 40, 7),
    "backtracker_in_a_heart": ("backtracker", "heart", 60, 50, 7),
    "prim_in_a_ring": ("prim", "ring", 65, 64, "anna"),
    "growing_tree_in_a_star": ("growing-tree", "star", 70, 60, 7),
    "hunt_and_kill_in_a_cloud": ("hunt-and-kill", "cloud", 129, 40, 7),
}

# Algorithm, grid, seed.  On cells up to 65,536 of them, on walls beyond.
MESHES = {
    "wilson_on_hexagons": ("wilson", hexagonal(20, 15), 7),
    "wilson_on_a_hexagon_of_hexagons": ("wilson", hexagonal(12, outline="hexagon"), "anna"),
    "wilson_on_hexagons_the_most_on_cells": ("wilson", hexagonal(256, 256), 1),
    "wilson_on_hexagons_too_many_for_cells": ("wilson", hexagonal(257, 256), 1),
    "wilson_on_hexagons_too_long_for_cells": ("wilson", hexagonal(2, 3000), 1),
    "wilson_on_triangles": ("wilson", triangular(65, 33), 7),
    "wilson_on_a_triangle_of_triangles_on_walls": (
        "wilson",
        triangular(300, outline="triangle"),
        7,
    ),
    "wilson_on_octagons": ("wilson", octagonal(41, 30), 7),
    "wilson_on_octagons_on_walls": ("wilson", octagonal(300, 301), 7),
    "wilson_on_rings": ("wilson", circular(12), 7),
    "wilson_on_rings_around_a_hole_on_walls": ("wilson", circular(150, 20), 7),
    "aldous_broder_on_hexagons": ("aldous-broder", hexagonal(33, 20), 7),
    "kruskal_on_rings": ("kruskal", circular(20, 3), 7),
    "wilson_on_floors": ("wilson", linked(20, 15, floors=3), 7),
    "wilson_on_a_torus": ("wilson", linked(300, 300, wrap="xy"), 7),
    "wilson_on_a_twisted_strip": ("wilson", linked(33, 9, wrap="x", twist=True), "anna"),
    "wilson_around_bridges": ("wilson", woven(20, 15, weave=0.5, grid_seed=7), 7),
    "kruskal_around_all_bridges_that_fit": ("kruskal", woven(33, 9, weave=1, grid_seed="a"), 7),
    "backtracker_on_floors_of_cylinders": ("backtracker", linked(9, 8, floors=5, wrap="x"), 7),
}

# The recipe of a maze, and the share and the seed with which it is braided.
BRAIDS = {
    "wilson_40x30_a_quarter": ("wilson_40x30_of_the_readme", 0.25, 7),
    "kruskal_257x256_all": ("kruskal_257x256", 1, "anna"),
    "recursive_division_1000x1000_a_third": ("recursive_division_1000x1000", 1 / 3, 2**64 - 1),
}

# The rooms, and the share of the cells that goes after a third of the dead ends was braided.
ROOMS = {
    "wilson_60x40": ("wilson", (60, 40), 7, Rooms(8, (3, 3), (6, 5)), 0),
    "wilson_61x40_in_a_heart": ("wilson", "heart", "anna", Rooms(5, (2, 2), (4, 3), 2), 0.25),
    "growing_tree_130x70": (
        "growing-tree",
        (130, 70),
        2**64 - 1,
        Rooms(40, (2, 2), (9, 7), 1),
        0.5,
    ),
}

SYMMETRIES = {
    "wilson_40x30_left_and_right": ("wilson", 40, 30, 7, "x"),
    "wilson_41x30_top_and_bottom": ("wilson", 41, 30, "anna", "y"),
    "kruskal_65x64_both_mirrors": ("kruskal", 65, 64, 0, "xy"),
    "wilson_40x31_half_turn": ("wilson", 40, 31, 2**64 - 1, "turn2"),
    "backtracker_63x63_quarter_turn": ("backtracker", 63, 63, 1, "turn4"),
}

# The picture, the size of the maze, seed and fill.  What pictures themselves are is pinned as well.
PICTURES = {
    "heart_60x50_hidden": ("heart", 60, 50, 7, "hidden"),
    "heart_60x50_uniform": ("heart", 60, 50, 7, "uniform"),
    "flower_130x128_hidden": ("flower", 130, 128, "anna", "hidden"),
    "two_pieces_of_lines_hidden": ("##..##\n##..##\n#....#", 20, 14, 2**64 - 1, "hidden"),
    "two_pieces_of_lines_uniform": ("##..##\n##..##\n#....#", 20, 14, 0, "uniform"),
}


def complete(nodes):
    return [(one, other) for other in range(nodes) for one in range(other)]


def lattice(width, height):
    """The edges of a grid, by cells in reading order."""
    cells = range(width * height)
    east = [(cell, cell + 1) for cell in cells if (cell + 1) % width]
    return east + [(cell, cell + width) for cell in cells if cell + width < width * height]


def scattered(nodes):
    """Three edges a node, to nodes far away."""
    places = ((7919, 1), (31337, 7), (48271, 11))
    return [
        (node, (node * factor + more) % nodes) for factor, more in places for node in range(nodes)
    ]


# Nodes, edges, seed, weights that are repeated or none, roots, and whether it is directed.
GRAPHS = {
    "one_node": (1, []),
    "parallel_edges_and_loops": (3, [(0, 1), (1, 0), (1, 1), (2, 1), (0, 2)]),
    "complete_of_300": (300, complete(300), 2**64 - 1),
    "lattice_70x50": (3500, lattice(70, 50), 0),
    "lattice_of_scattered_numbers": (
        3500,
        [(one * 1009 % 3500, other * 1009 % 3500) for one, other in lattice(70, 50)],
    ),
    "path_of_500": (500, lattice(500, 1)),
    "cycle_of_500": (500, [*lattice(500, 1), (499, 0)]),
    "weighted_cycle_of_500": (500, [*lattice(500, 1), (499, 0)], 7, [1e-9, 1, 1 / 3, 7], [250, 7]),
    "lattice_of_chains": (
        1920,
        [
            pair
            for chain, (one, other) in enumerate(lattice(20, 20), 200)
            for pair in ((one, 2 * chain), (2 * chain, 2 * chain + 1), (2 * chain + 1, other))
        ],
    ),
    "star_of_1000": (1000, [(999, node) for node in range(999)]),
    "lattice_with_dead_ends": (
        450,
        [*lattice(20, 20), *((node, node * 7 % (node - 1)) for node in range(400, 450))],
    ),
    "weights_of_thirds": (400, lattice(20, 20), 7, [1 / 3, 1, 2 / 3, 5]),
    "weights_far_apart": (300, complete(300), 7, [1e-300, 1, 1e5, 1e300], [3]),
    "weights_of_complete_of_300": (300, complete(300), 7, [0, 0.1, 0.2, 0.7, 1e-9]),
    "forest_of_three": (400, lattice(20, 20), 7, None, [0, 399, 57]),
    "directed_complete_of_300": (300, complete(300), 7, [1, 5, 1 / 3], [299], True),
    "weighted_forest": (400, lattice(20, 20), 7, [1, 2, 3], [210, 7]),
    # Their neighbours are far away, so many walks go at once.
    "scattered": (60_000, scattered(60_000)),
    "weighted_scattered": (60_000, scattered(60_000), 7, [1, 1 / 3, 5], [59_999]),
}

SEEDS = {
    "spaces_around": (" a ",),
    "anna": ("anna",),
    "persian": ("هزارتو",),
    "chinese": ("迷宫",),
    "composed": ("caf\u00e9",),
    "negative_zero": ("-0",),
    "fraction": ("1.5",),
    "ligature": ("\ufb01n",),
    "largest": ("18446744073709551615",),
    "with_a_plus": ("+7",),
}
