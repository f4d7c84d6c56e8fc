"""Texts of the page beyond its templates: names, error messages, messages of the scripts.

``gettext`` and ``ngettext`` only mark a text for the catalogues here; it is translated when it is
shown.
"""

from __future__ import annotations

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.record import Counted, gettext, ngettext

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
ONLY_RECTANGLES = gettext(
    "%(algorithm)s makes rectangles only. Another shape changes the algorithm to %(other)s."
)
NO_ROOMS = gettext(
    "There are no rooms here: they need squares, at most %(most)s a side, and one of the "
    "algorithms that make any shape."
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
    "%(score)s bits: %(tracing)s to follow the path (turns: %(turns)s), %(choosing)s to choose at "
    "its junctions (in all: %(junctions)s), and %(straying)s for the dead ends beside it (in all: "
    "%(dead_ends)s)."
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

# For the addresses of pictures, which have no form.
UNUSABLE = gettext("This value can’t be used.")
PICTURE_PROBLEMS = {
    "size": gettext("The size must be like 40x30, and small enough for the format."),
    "format": gettext("The format must be one of those that the page offers."),
    "paper": gettext(
        "The paper must be one of the sizes of posters, and the maze small enough for it."
    ),
    "tile": gettext("This maze has no such tile."),
    "distances": gettext("Distances are 0 or 1, and 1 only for mazes of up to ten million cells."),
}

# For the addresses of films.
FILM_PROBLEMS = {
    **PICTURE_PROBLEMS,
    "size": gettext("The size must be like 40x30, with sides of at most %(most)s."),
}

NO_NETWORK = gettext(
    "You are offline, or the server cannot be reached. What you have seen on this device still "
    "works."
)

# For the scripts.  Numbers come in the digits of the language.
MESSAGES: dict[str, str | Counted] = {
    "copied": gettext("Link copied."),
    "embed_copied": gettext("Code copied."),
    "not_copied": gettext("The link could not be copied. Copy it from above."),
    "failed": gettext("The maze could not be loaded. Try again in a moment."),
    "offline": NO_NETWORK,
    "unmade": gettext(
        "This browser could not make the maze: it lacks memory, or is too old. Try a smaller maze, "
        "or another browser."
    ),
    "refused": gettext("Some values can’t be used. The maze is unchanged."),
    "made": gettext("New maze ready."),
    "begin": gettext("You are at the start. Find the path to the end."),
    "place": gettext("Column %(column)s, row %(row)s."),
    "place_ring": gettext("Ring %(ring)s, cell %(place)s."),
    "place_cell": gettext("Cell %(cell)s."),
    "leads": gettext("You can go: %(directions)s."),
    "wall": gettext("There is a wall."),
    "hint": gettext("Go on: %(directions)s."),
    "solved": ngettext(
        "Solved! You took %(steps)s step; the shortest path has %(shortest)s. Time: %(time)s.",
        "Solved! You took %(steps)s steps; the shortest path has %(shortest)s. Time: %(time)s.",
    ),
    "shortest_path": gettext("By the shortest path!"),
    "unaided": gettext("Without hints."),
    "hints_used": ngettext("With %(hints)s hint.", "With %(hints)s hints."),
    "saw_solution": gettext("With the solution shown."),
    "to_beat": gettext("Time to beat: %(time)s"),
    "beaten": gettext("You beat the time of %(time)s!"),
    "equalled": gettext("Exactly the time to beat: %(time)s."),
    "not_beaten": gettext("The time to beat was %(time)s."),
    "not_alone": gettext("Solved with help, so the time to beat still stands: %(time)s."),
    "new_best": gettext("Your best time at this size!"),
    "solved_in": gettext("Solved in %(time)s"),
    "harder": gettext("Harder"),
    "larger": gettext("Larger"),
    "go_on": gettext("Go on: %(level)s"),
    "streak": ngettext("%(days)s day in a row", "%(days)s days in a row"),
    "challenge": gettext("I solved this maze in %(time)s. Can you beat that?"),
    "choosing": gettext(
        "The maze: choose cells with the arrow keys and Enter; Escape ends the choice"
    ),
    "choose_start": gettext("Choose the start."),
    "choose_end": gettext("Now choose the end."),
    "same_cell": gettext("This is the start. Choose another cell as the end."),
    "measuring": gettext(
        "The maze, coloured by distance: choose a cell with the arrow keys and Enter; Escape ends"
    ),
    "measure": gettext("Choose a cell to measure from."),
    "measured": ngettext(
        "%(place)s The farthest cell from here is %(steps)s step away.",
        "%(place)s The farthest cell from here is %(steps)s steps away.",
    ),
    "distance": ngettext("%(steps)s step from there.", "%(steps)s steps from there."),
    "far": ngettext("far (%(steps)s step)", "far (%(steps)s steps)"),
    "east": gettext("right"),
    "south": gettext("down"),
    "west": gettext("left"),
    "north": gettext("up"),
    "descended": gettext("Rows down: %(rows)s. Steps: %(steps)s."),
    "south_east": gettext("down to the right"),
    "south_west": gettext("down to the left"),
    "north_west": gettext("up to the left"),
    "north_east": gettext("up to the right"),
    "separator": gettext(", "),
    "stage": gettext("The maze: walk with the arrow keys"),
    "stage_cells": gettext("The maze: walk with the arrow keys, and with Q, E, Z and C diagonally"),
    "fetching": gettext("Loading the steps…"),
    "not_fetched": gettext("The steps could not be loaded. Try again in a moment."),
    "play": gettext("Play"),
    "pause": gettext("Pause"),
    "step": gettext("Step %(step)s of %(steps)s"),
    "joined": gettext("%(joined)s of %(all)s"),
}

SERVER_ONLY = gettext("This needs a server, which this page does not have.")

# For the viewer, which not every page has.
VIEW_MESSAGES = {
    "view_at_cell": gettext("The middle of the view is cell %(cell)s."),
    "view_no_cell": gettext("Type a cell from %(first)s to %(last)s."),
    "view_no_number": gettext("Type the numbers of a cell."),
    "view_outside": gettext("There is no cell %(cell)s in this maze."),
    "view_solving": gettext("Finding the path: %(share)s of the rows are read."),
    "view_unsolved": gettext("No path could be found in this file."),
    "view_making": gettext("Making the maze. The largest ones take some seconds."),
    "view_unplayable": gettext("This maze is too large to be played in this browser."),
    "view_finding": gettext("Finding the start and the end…"),
}

# A maze alone, by fields of its address.
EMBED_PROBLEMS = {
    "embed": gettext("This maze is too large to be put into another page. Use a smaller one."),
}

# For the script of the page for photographs.
PHOTO_MESSAGES = {
    "solving": gettext("Solving the maze…"),
    "failed": gettext("The photograph could not be sent. Try again in a moment."),
    "offline": NO_NETWORK,
    "busy": gettext("The server is busy. Try again in a few seconds."),
    "unreadable": gettext("This browser cannot show the file. The file is sent unchanged."),
    "choose_start": gettext("Choose the start in the picture."),
    "choose_end": gettext("Now choose the end."),
    "picture": gettext("The photograph"),
    "choosing": gettext(
        "The photograph: move the cross with the arrow keys, and choose with Enter; Escape ends "
        "the choice"
    ),
    "solved": gettext("The photograph with the path"),
    "maze": gettext("Maze %(number)s"),
}

WATCH_SMALLER = gettext(
    "You can watch mazes of up to %(most)s cells a side being made; this one has %(width)s by "
    "%(height)s."
)

WATCH_PLAIN = gettext(
    "Only mazes without symmetry, rooms, loops and pictures can be watched being made."
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
COMPARE_PROBLEM = gettext("Choose one of the algorithms that make this shape.")
DAY = gettext("The maze of %(date)s, the same for everyone")

# What is wrong with a shape that was drawn.
DRAW_PROBLEMS = {
    "none": gettext("Paint some cells, or choose a picture first."),
    "text": gettext(
        "Write # for a cell and a dot for none, in at most %(most)s lines and columns."
    ),
    "size": gettext("Widths and heights must be whole numbers from 1 to %(most)s."),
    "empty": gettext("No part of this picture is dark. Use black on white, or a larger size."),
    "detailed": gettext(
        "This shape has too many details for an address. Use at most %(safe)s cells a side, or "
        "download the maze as SVG."
    ),
    "damaged": gettext("This file cannot be read as a picture. Use JPEG, PNG or WebP."),
    "bytes": gettext("The file is larger than %(megabytes)s megabytes. Use a smaller one."),
    "pixels": gettext("The picture has more than %(pixels)s megapixels. Make it smaller."),
    "sending": gettext("The picture did not arrive in time. Try again, or use a smaller one."),
    "unavailable": gettext("This server cannot read pictures. Paint the shape instead."),
}

# For the script of the page on which shapes are drawn.
DRAW_MESSAGES: dict[str, str | Counted] = {
    "place": gettext("Column %(column)s, row %(row)s."),
    "inside": gettext("Part of the maze."),
    "outside": gettext("Not part of the maze."),
    "painter": gettext(
        "Paint the shape: arrow keys move the cursor, Space paints and erases, Backspace undoes"
    ),
    "painted": ngettext("%(cells)s cell painted.", "%(cells)s cells painted."),
}

# Photographs, by the reasons of ``_internal.refusals`` and those of ``photos``.
PHOTO_PROBLEMS = {
    "none": gettext("Choose a photograph first."),
    "damaged": gettext("This file cannot be read as a picture. Use JPEG, PNG or WebP."),
    "heic": gettext("HEIC pictures cannot be read here. Save the photograph as JPEG."),
    "bytes": gettext("The file is larger than %(megabytes)s megabytes. Use a smaller one."),
    "pixels": gettext("The picture has more than %(pixels)s megapixels. Make it smaller."),
    "animation": gettext("This is an animation. Use a picture that does not move."),
    "sending": gettext("The photograph did not arrive in time. Try again, or use a smaller one."),
    "time": gettext("No maze was found in time. Crop the picture to the maze."),
    "several": gettext("Mazes found in this picture: %(count)s. Choose one of them."),
    "plain_several": gettext(
        "Mazes found in this picture: %(count)s. Choose one of them, and the photograph again."
    ),
    "unrecognised": gettext(
        "No maze was recognised. It needs walls of one colour on an even grid, with a frame around "
        "them. Take the photograph from above, in even light, and crop it to the maze."
    ),
    "round": gettext(
        "This maze seems to be round. In photographs, only mazes of square cells are solved; a PNG "
        "that was saved here is solved in any shape."
    ),
    "hexagonal": gettext(
        "This maze seems to have hexagons or triangles as cells. In photographs, only mazes of "
        "square cells are solved; a PNG that was saved here is solved in any shape."
    ),
    "ends": gettext(
        "The picture does not show clearly where this maze begins and ends. Choose both in the "
        "picture."
    ),
    "plain_ends": gettext(
        "The picture does not show clearly where this maze begins and ends. Draw a dot in each of "
        "the two cells, and take the photograph again."
    ),
    "places": gettext("Choose two different places in the maze."),
    "path": gettext("No path joins the start and the end of this maze."),
    "crossing": gettext(
        "A path was found, but it may cross a wall, so it is not shown. Take the photograph from "
        "above, in even light, and closer to the maze."
    ),
    "unavailable": gettext("This server cannot read photographs."),
}

# Photographs of portraits.
PORTRAIT_PROBLEMS = {
    name: text
    for name, text in PHOTO_PROBLEMS.items()
    if name in ("none", "damaged", "heic", "bytes", "pixels", "animation", "sending", "unavailable")
} | {
    "small": gettext("This photograph is too small, or too long and narrow. Use another one."),
    "contrast": gettext(
        "This photograph is of nearly one colour. Use one with light and dark parts."
    ),
}
PHOTO_SOLVED = gettext(
    "A maze of %(width)s by %(height)s cells. Steps from the start to the end: %(steps)s."
)
PHOTO_SOLVED_SHAPE = gettext(
    "A maze of %(cells)s cells. Steps from the start to the end: %(steps)s."
)
PHOTO_TIMED_OUT = (
    gettext("This photograph takes too long"),
    gettext("No maze was found within the time limit. Crop the picture to the maze."),
)

NOT_FOUND = (
    gettext("This is a dead end"),
    gettext("There is no page at this address. Turn round and try another path."),
)
LONG_ADDRESS = (
    gettext("This address is too long"),
    gettext("No maze needs an address this long. Shorten it, or start with a new maze."),
)
BUSY = (
    gettext("Too many visitors at once"),
    gettext("The server is busy with other mazes. Try again in a few seconds."),
)
OFFLINE = (
    gettext("You are offline"),
    gettext("Pages that you have seen on this device still work. This one needs the network."),
)
TOO_LONG = (
    gettext("This maze takes too long"),
    gettext("It could not be made within the time limit. Try a smaller one."),
)
BOOK_TIMED_OUT = (
    gettext("This book takes too long"),
    gettext(
        "It could not be made within the time limit. Try again in a moment, or use fewer or "
        "smaller mazes."
    ),
)
FAILED = (
    gettext("Something went wrong"),
    gettext("The error is ours and has been logged. Please try another maze."),
)
