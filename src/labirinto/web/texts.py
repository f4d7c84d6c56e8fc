"""Texts of the page beyond its templates: names, error messages, messages of the scripts.

``gettext`` only marks a text for the catalogues here; it is translated when it is shown.
"""

from __future__ import annotations

from labirinto.algorithms.generating import ALGORITHMS

PARAMETERS = {parameter.name for known in ALGORITHMS.values() for parameter in known.parameters}
"""The parameters of all algorithms."""


def gettext(text: str) -> str:
    """Mark a text for translation."""
    return text


ENDS = {
    "none": gettext("None"),
    "corners": gettext("Corners"),
    "border": gettext("On the border"),
    "farthest": gettext("Farthest apart"),
    "random": gettext("Random"),
}

LOOKS = {
    "": gettext("Automatic"),
    "light": gettext("Light"),
    "dark": gettext("Dark"),
    "print": gettext("Print"),
}

COLOURS = {
    "walls_colour": gettext("Walls"),
    "floor_colour": gettext("Floor"),
    "solution_colour": gettext("Solution"),
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

# A sentence for each field.
PROBLEMS = {
    "width": gettext("The width must be a whole number from 1 to %(most)s."),
    "height": gettext("The height must be a whole number from 1 to %(most)s."),
    "seed": gettext(
        "The seed must be a whole number from 0 to %(most)s, or a text of at most %(length)s "
        "characters in one line."
    ),
    "ends": gettext("Choose one of the kinds of start and end."),
    "solution": gettext("The solution can only be shown or not shown."),
    "look": gettext("Choose one of the looks."),
    "cell": gettext(
        "A cell must be a whole number of pixels from 2 to %(most)s, and larger than its wall."
    ),
    "wall": gettext("A wall must be a whole number of pixels from 1, and smaller than a cell."),
    "walls_colour": gettext("A colour is written #rrggbb, #rgb, or as a name such as teal."),
    "floor_colour": gettext("A colour is written #rrggbb, #rgb, or as a name such as teal."),
    "solution_colour": gettext("A colour is written #rrggbb, #rgb, or as a name such as teal."),
    **dict.fromkeys(PARAMETERS, gettext("This must be a number from 0 to 1.")),
}
SINGLE_CELL = gettext("A maze of a single cell has no start and no end.")

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
    "back": gettext("On the back of each page"),
    "none": gettext("No answers"),
}

_BOOK_SIDE = gettext("The sides of mazes must be whole numbers from 1 to %(most)s.")
_BOOK_ORDER = gettext(
    "The last mazes must have sides from those of the first ones up to %(most)s cells."
)
BOOK_PROBLEMS = {
    "count": gettext("The number of mazes must be a whole number from 1 to %(most)s."),
    "from_width": _BOOK_SIDE,
    "from_height": _BOOK_SIDE,
    "to_width": _BOOK_ORDER,
    "to_height": _BOOK_ORDER,
    "title": gettext("The title can have at most %(most)s characters."),
    "algorithm": gettext("Choose one of the algorithms."),
    "paper": gettext("Choose one of the papers."),
    "per_page": gettext("Choose one of the numbers."),
    "answers": gettext("Choose one of the places for the answers."),
    "plain": gettext("There can only be a cover or none."),
    **{name: PROBLEMS[name] for name in ("seed", "ends", *PARAMETERS)},
}
NO_FONT = gettext("No font here has the character %(letter)s. Leave it out.")
BOOK_TOO_LONG = gettext(
    "This book would take too long here: take fewer or smaller mazes, or make it with the program: "
    "%(command)s"
)
AGES = gettext("%(youngest)s to %(oldest)s")
OLDEST = gettext("%(youngest)s and over")
_SHEET_SIDE = gettext(
    "On this paper a worksheet has room for at most %(shorter)s by %(longer)s cells, upright or "
    "across."
)
WORKSHEET_PROBLEMS = {
    "width": _SHEET_SIDE,
    "height": _SHEET_SIDE,
    "answer": gettext("There can only be an answer or none."),
    "unnamed": gettext("There can only be a line for the name or none."),
}
PAGE_PICTURES = {
    "cover": gettext("Cover"),
    "first": gettext("The first mazes"),
    "last": gettext("The last mazes"),
    "answers": gettext("Answers"),
    "sheet": gettext("The worksheet"),
    "answer": gettext("The answer"),
}
PAPER_TOO_SMALL = gettext(
    "This paper is too small for such mazes: at most %(width)s by %(height)s cells find room. Take "
    "smaller mazes, larger paper or fewer on a page."
)

# For the addresses of pictures, which have no form.
PICTURE_PROBLEMS = {
    **{name: gettext("This value can't be used.") for name in PROBLEMS},
    "size": gettext("The size must be like 40x30, and small enough for the format."),
    "format": gettext("The format must be one of those that the page offers."),
}

# For the addresses of films.
FILM_PROBLEMS = {
    **PICTURE_PROBLEMS,
    "size": gettext("The size must be like 40x30, with sides of at most %(most)s."),
}

# For the scripts.  Numbers come in the digits of the language.
MESSAGES = {
    "copied": gettext("Link copied."),
    "not_copied": gettext("The link could not be copied. Copy it from above."),
    "failed": gettext("The maze could not be loaded. Try again in a moment."),
    "refused": gettext("Some values can't be used. The maze is unchanged."),
    "made": gettext("New maze ready."),
    "begin": gettext("You are at the start. Find the path to the end."),
    "place": gettext("Column %(column)s, row %(row)s."),
    "leads": gettext("You can go: %(directions)s."),
    "wall": gettext("There is a wall."),
    "hint": gettext("Go on: %(directions)s."),
    "solved": gettext(
        "Solved! You took %(steps)s steps; the shortest way has %(shortest)s. Time: %(time)s."
    ),
    "perfect_walk": gettext("Solved, and by the shortest way: %(steps)s steps. Time: %(time)s."),
    "east": gettext("right"),
    "south": gettext("down"),
    "west": gettext("left"),
    "north": gettext("up"),
    "separator": gettext(", "),
    "stage": gettext("The maze: walk with the arrow keys"),
    "fetching": gettext("Loading the steps…"),
    "not_fetched": gettext("The steps could not be loaded. Try again in a moment."),
    "play": gettext("Play"),
    "pause": gettext("Pause"),
    "step": gettext("Step %(step)s of %(steps)s"),
    "joined": gettext("%(joined)s of %(all)s"),
}

WATCH_SMALLER = gettext(
    "A maze of %(width)s by %(height)s is too large to be watched being made; that takes one of at "
    "most %(most)s cells a side."
)

# Wilson's algorithm on the walls, which has no article of its own.
ON_THE_WALLS = (
    gettext("All passages are open; only the frame stands."),
    gettext("The frame is what walls grow from."),
    gettext(
        "From a corner that has no wall yet, walk at random, corner by corner. Whenever the walk "
        "closes a loop, forget the loop and go on from there. When it meets the frame or a wall, "
        "stop: what is left of it becomes wall."
    ),
    gettext("Do step 3 again, from another corner without a wall, until no such corner is left."),
)

BOOK_ALT = gettext("A maze from a book to print.")
MAZE_ALT = gettext("A maze of %(width)s by %(height)s cells, made by %(algorithm)s.")
CAPTION = gettext("%(width)s × %(height)s · seed %(seed)s")
SHARE_TEXT = gettext("A %(width)s × %(height)s maze: can you find the path?")

NOT_FOUND = (
    gettext("This is a dead end"),
    gettext("There is no page at this address. Turn round and try another path."),
)
BUSY = (
    gettext("Too many visitors at once"),
    gettext("The server is busy with other mazes. Try again in a few seconds."),
)
TOO_LONG = (
    gettext("This maze takes too long"),
    gettext("It could not be made within the time limit. Try a smaller one."),
)
BOOK_TIMED_OUT = (
    gettext("This book takes too long"),
    gettext(
        "It could not be made within the time limit. Try again in a moment, or take fewer or "
        "smaller mazes."
    ),
)
FAILED = (
    gettext("Something went wrong"),
    gettext("The error is ours and has been logged. Please try another maze."),
)
