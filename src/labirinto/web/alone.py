"""What scripts need besides where there is no server: browsers make all that pages show."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from labirinto.algorithms.articles import article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS
from labirinto.grids import SILHOUETTES, Rectangle
from labirinto.grids.packing import packed_mask
from labirinto.grids.rectangle import full_mask
from labirinto.web import bands, comparing, problem_texts, shapes, texts
from labirinto.web.daily import SHAPES, SIDE, daily_request, date_patterns
from labirinto.web.fields import MAX_SEED_LENGTH, parameters_of
from labirinto.web.forms import parameter_fields
from labirinto.web.languages import Language
from labirinto.web.maze_fields import LINKS
from labirinto.web.maze_parts import as_json
from labirinto.web.maze_request import MazeRequest
from labirinto.web.selecting import PHONE_WIDTH, level_size

DAILY = daily_request(date.min).algorithm
"""The algorithm of the mazes of the days."""


def more_rules(language: Language, known: dict[str, Any]) -> dict[str, Any]:
    """What the scripts of a page of an algorithm know besides ``making.rules``, or instead."""
    kinds = known["kinds"]
    return {
        "masks": _masks() if known["shapes"] else [],
        "days": days() if known["algorithm"] == DAILY else None,
        "dates": date_patterns(language, "long"),
        "fields": [_without_server(language, field) for field in known["fields"]],
        "kinds": kinds | {"png": [kinds["svg"][0], *kinds["png"][1:]]},  # painted from the SVG
    }


def _without_server(language: Language, field: dict[str, Any]) -> dict[str, Any]:
    """A field with a sentence about what only a server makes."""
    links = {it.name for it in LINKS}
    is_limited = field["name"] in {"shape", "letters", "mask", "picture", *links}
    if field["name"] in links:
        kind = "whole" if field["kind"] == "share" else field["kind"]  # which has no limit
        limits = {"greatest": field["default"], "words": [field["default"]], "kind": kind}
        field = {"least": 0} | field | limits
    return field | {"problem": language.text(problem_texts.SERVER_ONLY)} if is_limited else field


@cache
def _masks() -> list[dict[str, Any]]:
    """The shapes that scripts can fill: each in the size that it has on its day, and for each
    level.
    """
    masks = []
    for shape in SILHOUETTES:
        sizes = {"": (SIDE, SIDE)}
        sizes |= {
            level.name: shapes.grown(level_size(level, False), shape, "")
            for level in LEVELS.values()
        }
        for level, (width, height) in sizes.items():
            grid = shapes.grid_of(shape, width, height, "", 0)
            assert isinstance(grid, Rectangle)
            size = {"width": width, "height": height, "cells": len(grid)}
            mask = packed_mask(grid.mask or full_mask(width, height))
            named = {"shape": shape, "level": level, "letters": "", "mask": "", "text": mask}
            masks.append(named | size)
    return masks


def daily_mazes() -> list[MazeRequest]:
    """The maze of each day in turn, with a placeholder as its seed.

    Of cells other than squares, browsers make no mazes: such a day has the next shape of squares.
    """
    mazes = []
    for number in range(len(SHAPES)):
        day = date.fromordinal(len(SHAPES) + number)
        while (asked := daily_request(day)).is_mesh:
            day += timedelta(1)
        mazes.append(replace(asked, seed="SEED"))
    return mazes


def days() -> list[str]:
    """The address of the maze of each day in turn."""
    return [f"{DAILY}.html?{maze.query()}" for maze in daily_mazes()]


def with_endless_rules(language: Language, values: dict[str, Any]) -> dict[str, Any]:
    """The values of the template of mazes without end, with what scripts know of them."""
    textures = {name: parameters_of(name, selecting=False) for name in bands.NAMES}
    every = [it for fields in textures.values() for it in fields]
    asked = [*bands.FIELDS, *every, bands.row_field(bands.EndlessRequest())]
    rules = {
        "names": bands.NAMES,
        "uniform": next(name for name in bands.NAMES if ALGORITHMS[name].uniform),
        "width": bands.WIDTH,
        "phone": PHONE_WIDTH,
        "most_width": bands.MAX_WIDTH,
        "most_cells": bands.MOST_CELLS_ABOVE,
        "costs": bands.COSTS,
        "seed_length": MAX_SEED_LENGTH,
        "textures": {name: {it.name: it.default for it in textures[name]} for name in textures},
        "choices": {it.name: it.choices for it in every if it.choices},
        "finished": {
            name: dict(bands.EndlessRequest(name).finished(1).parameters) for name in bands.NAMES
        },
        "label": language.text(texts.BAND_ALT),
        "last_row": language.text(texts.LAST_ROW),
        "problems": {it.name: language.text(it.input.problem) for it in asked if it.input},
    }
    typed = {it.name: it.default for it in every}
    return values | {
        "typed": typed | values["typed"],
        "rules": as_json(rules),
        "textures": [(name, parameter_fields(language, name)) for name in bands.NAMES],
    }


def comparison_rules(language: Language, film: str) -> dict[str, Any]:
    """What scripts know of the page on which two algorithms are compared.

    Args:
        language: Of the page.
        film: The address of the films made beforehand.
    """
    asked = {it.name: it.input.problem for it in comparing.FIELDS if it.input}
    asked |= dict.fromkeys(comparing.DEFAULTS, problem_texts.COMPARE_PROBLEM)
    usual = comparing.parse_comparison({}).sides["one"]
    rules = {
        "defaults": comparing.DEFAULTS,
        "titles": {name: article(name, language.code).notes["title"] for name in ALGORITHMS},
        "size": {"width": usual.width, "height": usual.height},
        "most": comparing.MAX_SIDE,
        "seed_length": MAX_SEED_LENGTH,
        "film": film,
        "alt": language.text(texts.MAZE_ALT),
        "being_made": language.text("%(algorithm)s: the maze being made"),
        "texture": {name: language.text(text) for name, text in texts.TEXTURE.items()},
        "levels": {name: language.text(text) for name, text in texts.LEVELS.items()},
        "problems": {name: language.text(text) for name, text in asked.items()},
    }
    return {"rules": as_json(rules)}
