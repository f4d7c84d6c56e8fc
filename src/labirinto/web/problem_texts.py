"""Texts about what went wrong: values that are refused, and pages in place of others."""

from __future__ import annotations

from labirinto.asking.record import gettext

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

SERVER_ONLY = gettext("This needs a server, which this page does not have.")

# A maze alone, by fields of its address.
EMBED_PROBLEMS = {
    "embed": gettext("This maze is too large to be put into another page. Use a smaller one."),
}

COMPARE_PROBLEM = gettext("Choose one of the algorithms that make this shape.")

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
