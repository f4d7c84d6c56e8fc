"""Texts of the page beyond its templates: names, titles and sentences about mazes.

``gettext`` and ``ngettext`` only mark a text for the catalogues here; it is translated when it is
shown.
"""

from __future__ import annotations

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import gettext, ngettext

PARAMETERS = {
    parameter.name: parameter for known in ALGORITHMS.values() for parameter in known.parameters
}
"""The parameters of all algorithms, by name."""

ENDS = {
    "none": gettext("None"),
    "corners": gettext("Corners"),
    "border": gettext("On the border"),
    "opposite": gettext("On opposite sides"),
    "top-bottom": gettext("Top to bottom"),
    "left-right": gettext("Left to right"),
    "farthest": gettext("Farthest apart"),
    "random": gettext("Random"),
}

# The shapes of labirinto.web.shapes.
SHAPES = {
    "": gettext("Rectangle"),
    "hexagonal": gettext("Hexagons"),
    "honeycomb": gettext("Honeycomb"),
    "triangular": gettext("Triangles"),
    "pyramid": gettext("Pyramid"),
    "octagonal": gettext("Octagons"),
    "circular": gettext("Rings"),
    "voronoi": gettext("Irregular cells"),
    "letters": gettext("My own word"),
    "drawn": gettext("My own drawing"),
    "circle": gettext("Circle"),
    "ring": gettext("Ring"),
    "heart": gettext("Heart"),
    "star": gettext("Star"),
    "triangle": gettext("Triangle"),
    "diamond": gettext("Diamond"),
    "hexagon": gettext("Hexagon"),
    "octagon": gettext("Octagon"),
    "cross": gettext("Cross"),
    "arrow": gettext("Arrow"),
    "cloud": gettext("Cloud"),
    "moon": gettext("Moon"),
    "drop": gettext("Drop"),
    "egg": gettext("Egg"),
    "flower": gettext("Flower"),
    "house": gettext("House"),
    "tree": gettext("Tree"),
    "fish": gettext("Fish"),
    "crown": gettext("Crown"),
}
FLOORS = ngettext("%(floors)s floor", "%(floors)s floors")
BRIDGES = gettext("Bridges")
SEPARATOR = gettext(", ")
SYMMETRY = gettext("Symmetry: %(symmetry)s")
NO_BORDER = gettext("A torus has no border. Choose another kind of start and end.")
SIZE_OF_LEVEL = gettext(
    "Mazes of the level “%(level)s” have %(width)s × %(height)s cells here. Leave out the size or "
    "the level."
)
TOO_MANY_SQUARES = gettext(
    "This maze would have %(cells)s squares; with floors, joined sides or bridges there may be at "
    "most %(most)s. Use a smaller size or fewer floors."
)
SHORT_SIDES = {
    "width": gettext("With joined sides or bridges, the width must be at least 3, not %(side)s."),
    "height": gettext("With joined sides or bridges, the height must be at least 3, not %(side)s."),
}
PLAIN_BRIDGES = gettext(
    "Bridges need a maze without a shape, symmetry, floors, joined sides, rooms and loops."
)
ONLY_RECTANGLES = gettext(
    "%(algorithm)s makes rectangles only. Another shape changes the algorithm to %(other)s."
)
PLAIN_RECTANGLES = gettext(
    "%(algorithm)s makes plain rectangles only. Choose another algorithm, such as %(other)s."
)
PLAIN_MAZES = gettext(
    "Mazes on this page have no symmetry, floors, joined sides, bridges, rooms or loops; leave "
    "these out."
)
NO_ROOMS = gettext(
    "There are no rooms here: they need squares, at most %(most)s a side, without floors, joined "
    "sides and bridges, and one of the algorithms that make any shape."
)
PICTURE_TOO_LARGE = gettext(
    "This picture would need more than %(most)s cells a side. Use a shorter word."
)

# The names that parameters can be.
NAMES_OF_VALUES = {
    "nw": gettext("North-west"),
    "ne": gettext("North-east"),
    "sw": gettext("South-west"),
    "se": gettext("South-east"),
}

# The levels of labirinto.difficulties.
LEVELS = {
    "easy": gettext("Easy"),
    "medium": gettext("Medium"),
    "hard": gettext("Hard"),
    "expert": gettext("Expert"),
}
# What mazes are called at the top of their pages.
LEVEL_TITLES = {
    "easy": gettext("Easy maze"),
    "medium": gettext("Medium maze"),
    "hard": gettext("Hard maze"),
    "expert": gettext("Expert maze"),
}
SHAPE_TITLE = gettext("%(shape)s maze")
CELLS_TITLE = gettext("Maze: %(shape)s")
WORD_TITLE = gettext("Maze “%(word)s”")
DAY_TITLE = gettext("Maze of %(date)s")
LEVELLED_TITLE = gettext("%(title)s, %(level)s")

ANY_LEVEL = gettext("Any")
ANY_LEVEL_UNIFORM = gettext("Any (all equally likely)")
# English names no years, other languages do.
AGE = ngettext("from about age %(age)s", "from about age %(age)s")
STARS = gettext("%(stars)s of %(most)s stars")
MEASURED = gettext(
    "Bits: %(score)s, of which %(tracing)s to follow the path (turns: %(turns)s), %(choosing)s to "
    "choose at its junctions (in all: %(junctions)s), and %(straying)s for the dead ends beside it "
    "(in all: %(dead_ends)s)."
)
CUT = gettext(
    "The maze above is the beginning of one without end. Near its last row, where it was closed, "
    "not every maze is equally likely."
)
PICTURED = gettext("With a picture in it, not every maze is equally likely.")
SELECTED = gettext(
    "The maze above was selected by its difficulty, so not every maze of its size was equally "
    "likely."
)
MISSED = gettext(
    "It was selected for the level “%(level)s”, but with this start and end it is “%(measured)s”."
)

LOOKS = {
    "": gettext("Automatic"),
    "light": gettext("Light"),
    "dark": gettext("Dark"),
    "print": gettext("Black and white"),
    "cheese": gettext("Mouse and cheese"),
}

FORMATS = {
    "svg": gettext("SVG"),
    "png": gettext("PNG"),
    "txt": gettext("Text"),
    "json": gettext("JSON"),
    "pdf": gettext("PDF"),
    "plot": gettext("Plotter (SVG)"),
    "dxf": gettext("Laser cutter (DXF)"),
    "stl": gettext("3-D printer (STL)"),
    "npz": gettext("NumPy (NPZ)"),
    "csv": gettext("Walls (CSV)"),
}

OWN_ENDS = gettext("Chosen by hand")
CELLS_AS_ENDS = gettext(
    "Start and end must be two different cells of the maze, from 0,0 to %(last)s, such as "
    "0,0-%(last)s."
)
CELLS_IN_SHAPE = gettext(
    "Start and end must be two different cells of the maze, as the page writes them."
)
FARTHEST_WITH_LOOPS = gettext(
    "With rooms or loops, the cells farthest apart take too long to find in a maze this large."
)
SINGLE_CELL = gettext("A maze of a single cell has no start and no end.")

# Mazes without end.
UNIFORM_ENDLESS = gettext(
    "Every maze is equally likely, even without an end, and only the current rows are in memory."
)
BAND_ALT = gettext("Rows %(first)s to %(last)s of the maze.")
LAST_ROW = gettext(
    "This page goes down to row %(most)s. Rows are made one after the other, so farther down it "
    "would take too long; the command line has no such limit."
)

# Books.
PAPERS = {
    "a4": gettext("A4"),
    "a5": gettext("A5"),
    "letter": gettext("Letter"),
    "a3": gettext("A3"),
    "legal": gettext("Legal"),
}

ANSWERS = {
    "end": gettext("At the end"),
    "back": gettext("On the back of each sheet"),
    "none": gettext("No answers"),
}

SUMS = {
    "": gettext("No sums"),
    "addition": gettext("Addition"),
    "subtraction": gettext("Subtraction"),
    "multiplication": gettext("Multiplication"),
    "division": gettext("Division"),
    "mixed": gettext("Mixed"),
}

NO_FONT = gettext("No font here has the character %(letter)s. Leave it out.")
BOOK_TOO_LONG = gettext(
    "This book would take too long to make here. Use fewer or smaller mazes, or make it on your"
    " own computer: %(command)s"
)
AGES = ngettext("%(youngest)s to %(oldest)s", "%(youngest)s to %(oldest)s")
OLDEST = ngettext("%(youngest)s and over", "%(youngest)s and over")
THE_NAME = gettext("The name")
GIFT_SHEETS = {
    "a4": gettext("A4"),
    "letter": gettext("Letter"),
    "a3": gettext("A3"),
    "tabloid": gettext("Tabloid"),
    "a5": gettext("A5 card"),
    "a6": gettext("A6 card"),
    "a4-folded": gettext("Folded card on A4"),
    "letter-folded": gettext("Folded card on Letter"),
}
PAGE_PICTURES = {
    "poster": gettext("The sheet"),
    "cover": gettext("Cover"),
    "first": gettext("The first mazes"),
    "last": gettext("The last mazes"),
    "answers": gettext("Answers"),
    "sheet": gettext("The worksheet"),
    "answer": gettext("The answer"),
}
PAPER_TOO_SMALL = gettext(
    "These mazes are too large for the paper, which has room for %(width)s by %(height)s cells."
    " Use smaller mazes, larger paper, or fewer mazes per page."
)

WATCH_SMALLER = gettext(
    "You can watch mazes of up to %(most)s cells a side being made; this one has %(width)s by "
    "%(height)s."
)

WATCH_PLAIN = gettext(
    "Only mazes without symmetry, floors, joined sides, bridges, rooms, loops and pictures can be "
    "watched being made."
)
WATCH_SMALLER_ONE = gettext("Watch a smaller one")
WATCH_SMALLER_ONES = gettext("Watch smaller ones")
WATCH_PLAIN_ONE = gettext("Watch one without them")
WATCH_CUT = gettext(
    "Part of this maze grew below its last row, so it cannot be watched being made."
)
WATCH_ANOTHER = gettext("Watch another one")

# Wilson's algorithm on the walls, which has no article of its own.
ON_THE_WALLS = (
    gettext("All passages are open; only the frame stands."),
    gettext("The frame is what walls grow from."),
    gettext(
        "From a grid point that has no wall yet, walk at random, point by point. Whenever the walk "
        "closes a loop, erase the loop and go on from there. When it meets the frame or a wall, "
        "stop: what is left of it becomes wall."
    ),
    gettext("Do step 3 again, from another grid point without a wall, until none is left."),
)

MAZE_ALT = gettext("A maze of %(width)s by %(height)s cells (%(algorithm)s).")
OPENED_ALT = gettext("A maze of %(width)s by %(height)s cells.")
SIZE_IN_CELLS = gettext("%(width)s × %(height)s cells")
SHAPE_ALT = ngettext(
    "A maze of %(cells)s cell: %(shape)s (%(algorithm)s).",
    "A maze of %(cells)s cells: %(shape)s (%(algorithm)s).",
)
PICTURE_ALT = gettext(
    "A maze of %(width)s by %(height)s cells, whose solution draws a picture: %(shape)s."
)
CAPTION = gettext("%(width)s × %(height)s · seed %(seed)s")
SHAPE_CAPTION = gettext("%(shape)s · %(width)s × %(height)s · seed %(seed)s")
WORD = gettext("the word “%(word)s”")
SHARE_TEXT = gettext("A %(width)s × %(height)s maze: can you find the path?")

# What two algorithms are compared by.
TEXTURE = {
    "dead_ends": gettext("Dead ends"),
    "corridors": gettext("Cells of corridors"),
    "junctions": gettext("Junctions"),
    "straights": gettext("Straight corridors"),
    "steps": gettext("Steps from start to end"),
    "level": gettext("Difficulty"),
}
DAY = gettext("The maze of %(date)s, the same for everyone")

PHOTO_SOLVED = gettext(
    "A maze of %(width)s by %(height)s cells. Steps from the start to the end: %(steps)s."
)
PHOTO_SOLVED_SHAPE = gettext(
    "A maze of %(cells)s cells. Steps from the start to the end: %(steps)s."
)
