"""The addresses of the page that give files and data, as an OpenAPI description from the records.

``generate.py`` writes it as ``generated/openapi.json``, and the tests send what it describes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS
from labirinto.asking.record import Field
from labirinto.asking.shapes import MAX_LINKED_CELLS
from labirinto.book import GRIDS
from labirinto.parsing import Choice, Whole
from labirinto.solving import ENDS_KINDS
from labirinto.web import (
    book_fields,
    classes,
    films,
    gifts,
    maze_fields,
    maze_files,
    shapes,
    worksheets,
)
from labirinto.web.fields import MAX_SEED_LENGTH, PARAMETERS, SEED
from labirinto.web.file_kinds import KINDS
from labirinto.web.languages import LANGUAGES

Json = dict[str, Any]

SUMMARIES = {
    "svg": "A maze as SVG",
    "png": "A maze as PNG",
    "pdf": "A maze as PDF",
    "txt": "A maze in box-drawing characters",
    "json": "A maze as data",
    "plot": "A maze as SVG for pen plotters: strokes in millimetres",
    "dxf": "A maze as DXF for lasers and CAD",
    "stl": "A maze as a solid for 3-D printers",
    "npz": "A maze as NumPy arrays",
    "csv": "The walls of a maze as line segments",
}
TILE = (
    "A square of 256 x 256 pixels, or less at the right and at the bottom. At level k a cell is "
    "2^k pixels wide; from level 0 down, a pixel is one cell or several, and has the tone of their "
    "walls. The lowest level is the one at which the whole maze is one tile, and 0 at most."
)
STEPS = (
    "A line of JSON (algorithm, width, height, onWalls, steps), and then for each step: kind + 16 "
    "* number of the explanation; the number of words that change; and for each word its distance "
    "from the one before, and the bits that change. All but the first are in groups of seven bits, "
    "the lowest first, all groups but the last with 128 added."
)
MEANINGS = {
    "algorithm": "The name of an algorithm, such as wilson.",
    "film": "An algorithm; wilson-walls is Wilson's on the walls, which gives a different maze.",
    "seed": "A whole number from 0 to 2^64-1, or any text of up to 200 characters in one line.",
    "shape": f"What the maze fills: cells other than squares, with sides of at most "
    f"{shapes.MAX_MESH_SIDE}, or a silhouette, a word or a drawing, with sides of at most "
    f"{shapes.MAX_MASKED_SIDE}. Not every algorithm and format has it.",
    "letters": "The word of the shape letters.",
    "mask": "The mask of the shape drawn, as on the command line after bits:, in Base64 for "
    "addresses.",
    "rooms": "How many rooms a maze of squares has, by an algorithm that makes any shape. With "
    "some seeds fewer fit.",
    "doors": "In how many places each room can have a door; 0 for any.",
    "braid": "The share of the dead ends of a maze of squares that become loops.",
    "floors": f"How many floors a maze of squares has, at most {MAX_LINKED_CELLS} on all of them.",
    "weave": "Which share of the bridges that fit a maze of squares has, from 0 to 1.",
    "wrap": "Which sides of squares are joined: x for a cylinder, twist for a Möbius strip, xy for "
    "a torus.",
    "picture": "1 if the solution draws the shape, a silhouette or a word, in a rectangle.",
    "ends": "Which start and end to mark. Two different cells of the maze, such as 0,0-39,29, are "
    "accepted as well.",
    "solution": "Whether to draw the path between them.",
    "look": "Colours that go together.",
    "cell": "Pixels from one wall to the next.",
    "wall": "Thickness of the walls in pixels, less than a cell.",
    "distances": "Whether floors have the colours of the distance from the start; up to ten "
    "million cells.",
    "at": "The numbers of a cell; instead, `near` gives a point of the drawing.",
} | {it.name: "#rrggbb, #rgb or a name such as teal." for it in maze_fields.COLOURS}

TEXT, FLAG = {"type": "string"}, {"type": "string", "enum": ["0", "1"]}
NUMBERS = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
CELL = {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}
SCHEMAS: dict[str, Json] = {
    "seed": {"type": "string", "minLength": 1, "maxLength": MAX_SEED_LENGTH},
    "ends": {"type": "string", "enum": ["none", *ENDS_KINDS]},
    "cell": {"type": "integer", "minimum": 2, "maximum": 10_000},
    "wall": {"type": "integer", "minimum": 1, "maximum": 10_000},
    "braid": {"type": "number", "minimum": 0, "maximum": 1},
    "mask": {"type": "string", "maxLength": shapes.MAX_MASK_LENGTH},
    "names": {"type": "string", "maxLength": book_fields.MAX_NAMES_LENGTH},
    "shapes": {"type": "string", "pattern": f"^({'|'.join(book_fields.SHAPES)})$"},
    "per_page": {"type": "integer", "enum": list(GRIDS)},
    **dict.fromkeys(("solution", "picture", "plain", "unnamed", "answer"), FLAG),
    **{it.name: {"type": "string", "pattern": "^#[0-9a-f]{6}$"} for it in maze_fields.COLOURS},
}
"""Of fields whose readers do not say what they accept."""


def schema(field: Field) -> Json:
    """What a field accepts."""
    read = field.input.read if field.input else None
    if isinstance(read, Whole):
        return {"type": "integer", "minimum": read.least, "maximum": read.most}
    if words := read.words if isinstance(read, Choice) else field.choices:
        return {"type": "string", "enum": [word for word in words if word]}
    if field in PARAMETERS:
        return {"type": "number", "minimum": 0, "maximum": 1}
    assert field.input
    return SCHEMAS.get(field.name) or {"type": "string", "maxLength": field.input.most}


def query(fields: Iterable[Field]) -> list[Json]:
    """Fields of an address as parameters."""
    return [
        {"name": it.name, "in": "query", "required": it is SEED, "schema": schema(it)}
        | ({"description": text} if (text := MEANINGS.get(it.name, it.meaning)) else {})
        for it in fields
    ]


def path(name: str, accepted: Json) -> Json:
    """A part of an address."""
    text = MEANINGS.get(name, "")
    about = {"description": text} if text else {}
    return {"name": name, "in": "path", "required": True, "schema": accepted, **about}


def size(most: int) -> Json:
    """Width and height."""
    return path("size", {"type": "string", "pattern": SIDES[most]}) | {
        "description": f"Width and height in cells, each from 1 to {most}."
    }


SIDES = {
    maze_fields.MAX_SIDE: "^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}$",  # larger ones take long
    films.MAX_FILM_SIDE: "^([1-9]|[1-5][0-9]|6[0-4])x([1-9]|[1-5][0-9]|6[0-4])$",
}


def named(name: str) -> Json:
    """A schema that others share."""
    return {"$ref": f"#/components/schemas/{name}"}


def operation(
    name: str, summary: str, parameters: list[Json], media_type: str, content: Json = TEXT
) -> Json:
    """A request for a file."""
    page = {"text/html": {"schema": TEXT}}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "The file. It never changes.",
                "headers": {"Cache-Control": {"schema": TEXT}},
                "content": {media_type.partition(";")[0]: {"schema": content}},
            },
            "404": {"description": "No such address.", "content": page},
            "422": {
                "description": "Values that cannot be used, each with a sentence.",
                "content": {"application/problem+json": {"schema": named("Problem")}},
            },
            "503": {"description": "Busy, or too much work.", "content": page},
        },
    }


def addresses() -> dict[str, Json]:
    """All that can be asked for."""
    algorithm = path("algorithm", {"type": "string", "enum": list(ALGORITHMS)})
    language = path("language", {"type": "string", "enum": list(LANGUAGES)})
    maze = [algorithm, size(maze_fields.MAX_SIDE), path("seed", SCHEMAS["seed"])]
    film = [path("film", {"type": "string", "enum": list(FILMS)}), size(films.MAX_FILM_SIDE)]
    level = path("level", {"type": "integer", "minimum": -5, "maximum": 6})
    at = [path(name, {"type": "integer", "minimum": 0, "maximum": 1250}) for name in "xy"]
    distances = {"name": "distances", "in": "query", "schema": FLAG}
    place = {"type": "string", "pattern": "^[0-9]{1,5}(,[0-9]{1,5})?$"}
    drawn = query((*maze_fields.SHAPING, *maze_fields.LOOK, *PARAMETERS))
    fields = {it.name: it for it in maze_fields.FIELDS}
    ends, solved, shape = (query([fields[it]]) for it in ("ends", "solution", "shape"))
    colours, textures = query((fields["look"], *maze_fields.COLOURS)), query(PARAMETERS)
    book = query((*book_fields.FIELDS, *PARAMETERS))
    paper = query([maze_files.PDF_PAPER])
    sheet = query((*worksheets.FIELDS, fields["ends"], *PARAMETERS))
    at_maze = "{algorithm}/{size}/{seed}"
    at_tile = "/tile/{algorithm}/{size}/{level}/{x}/{y}/{seed}.png"
    found: dict[str, Json] = {}
    for kind, about in KINDS.items():
        content = named("Maze") if kind == "json" else TEXT
        found[f"/maze/{at_maze}.{kind}"] = operation(
            kind,
            SUMMARIES[kind],
            [*maze, *drawn, *(paper if kind == "pdf" else [])],
            about.media_type,
            content,
        )
    found[f"/preview/{at_maze}.png"] = operation(
        "preview", "A preview of 1200 x 630 pixels", [*maze, *drawn], "image/png"
    )
    parameters = [*maze, level, *at, *ends, *solved, *colours, distances, *textures]
    found[at_tile] = operation(
        "tile", "A part of the picture of a maze", parameters, "image/png"
    ) | {"description": TILE}
    parameters = [*maze, *ends, *solved, *textures]
    found[f"/about/{at_maze}.json"] = operation(
        "about", "The ends of a maze", parameters, "application/json", named("About")
    )
    point = {"name": "at", "in": "query", "required": True, "schema": place}
    found[f"/place/{at_maze}.json"] = operation(
        "place",
        "Where a cell is, or which cell is at a point",
        [*maze, *textures, *shape, point],
        "application/json",
        named("Place"),
    )
    found["/steps/{film}/{size}/{seed}"] = operation(
        "steps",
        "How a maze is made, every step of it",
        [*film, maze[2], *textures],
        "application/octet-stream",
    ) | {"description": STEPS}
    found["/{language}/book.pdf"] = operation(
        "book",
        "A book of mazes, from the easiest to the hardest",
        [language, *book],
        "application/pdf",
    )
    for name, summary, asked in (
        ("class", "Sheets of one level for a class, and their answers", classes.FIELDS),
        ("gift", "A name or a shape as a maze on a card or a poster", gifts.FIELDS),
    ):
        found[f"/{{language}}/{name}.pdf"] = operation(
            name, summary, [language, *query(asked)], "application/pdf"
        )
    for kind, summary in (
        ("pdf", "A worksheet: one maze on a sheet of paper"),
        ("png", "A maze that fills a sheet of paper, at 300 dots per inch"),
    ):
        media_type = KINDS[kind].media_type
        found[f"/{{language}}/worksheet.{kind}"] = operation(
            f"worksheet_{kind}", summary, [language, *sheet], media_type
        )
    found["/health"] = {
        "operationId": "health",
        "summary": "Whether the server is running",
        "parameters": [],
        "responses": {
            "200": {"description": "It is running.", "content": {"text/plain": {"schema": TEXT}}}
        },
    }
    return found


def answer(properties: Json, **more: Any) -> Json:
    """An object, all of whose properties are there."""
    return {"type": "object", "required": list(properties), "properties": properties, **more}


def or_null(accepted: Json) -> Json:
    """A value, or none."""
    return {**accepted, "type": [accepted["type"], "null"]}


def answers() -> dict[str, Json]:
    """The shapes of data."""
    cell = or_null(CELL) | {
        "description": "Column and row from 0, or the label of a cell of another kind; null "
        "without one."
    }
    middle = or_null(NUMBERS) | {"description": "In the drawing; lengths are in cells."}
    middles = {"type": ["array", "null"], "items": NUMBERS, "minItems": 2, "maxItems": 2}
    whole = {"type": "integer", "minimum": 1}
    exits = {
        "description": "A line a row and a hexadecimal digit a cell: N=1, E=2, S=4, W=8 for "
        "passages out.",
        "type": "array",
        "items": {"type": "string", "pattern": "^[0-9a-f.]+$"},
    }
    solution = {
        "description": "A letter a step: E, S, W, N.  Beyond rectangles, the cells.",
        "type": ["string", "array", "null"],
        "pattern": "^[ESWN]*$",
        "items": CELL,
    }
    ends = {"oneOf": [{"type": "null"}, named("Ends")]}
    maze = answer({"ends": ends, "solution": solution, "recipe": {"type": "object"}})
    maze["properties"] |= {"width": whole, "height": whole, "exits": exits}
    maze["anyOf"] = [{"required": ["width", "height", "exits"]}, {"required": ["cells"]}]
    errors = {"type": "object", "additionalProperties": TEXT}
    steps = {
        "type": ["integer", "null"],
        "description": "Of the path between them, if the solution is asked for.",
    }
    facts = {"start": cell, "end": cell, "middles": middles, "steps": steps}
    return {
        "Problem": answer({"status": {"const": 422}, "title": TEXT, "errors": errors}),
        "Ends": answer({"start": CELL, "end": CELL, "open": {"type": "boolean"}}),
        "Maze": maze,
        "About": answer(facts, additionalProperties=False),
        "Place": answer({"cell": cell, "middle": middle}, additionalProperties=False),
    }


def description() -> Json:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Labirinto",
            "version": "1",
            "description": "Mazes as files. The same address always gives the same bytes.",
        },
        "paths": {place: {"get": asked} for place, asked in addresses().items()},
        "components": {"schemas": answers()},
    }
