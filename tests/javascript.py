"""Runs JavaScript with the module ``labirinto.js``, in Node."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import playwright

import labirinto

MODULE = Path(labirinto.__file__).parent / "browser" / "labirinto.js"
NODE = Path(playwright.__file__).parent / "driver" / "node"
ANSWERS = Path(__file__).parent / "browser" / "answers.js"

_PROGRAM = f"""
import {{ readFileSync, writeFileSync }} from "node:fs";
import * as labirinto from {json.dumps(MODULE.as_uri())};
import {{ answers }} from {json.dumps(ANSWERS.as_uri())};
writeFileSync(1, await answers(labirinto, JSON.parse(readFileSync(0, "utf-8"))));
"""


def node(program: str, *flags: str, given: str = "", cwd: Path | None = None) -> str:
    """What a program prints."""
    done = subprocess.run(
        [NODE, *flags, "--input-type=module", "--eval", program],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        cwd=cwd,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def answers(bodies: Iterable[str]) -> list[Any]:
    """What the bodies of functions return, each with the module as its argument ``labirinto``.

    An error is a dict with ``error``, its class; arrays are bytes.
    """
    return read(node(_PROGRAM, given=json.dumps(list(bodies))))


def read(text: str) -> list[Any]:
    """The answers in what ``answers.js`` returns."""
    found: list[Any] = json.loads(text, object_hook=_bytes)
    return found


def _bytes(value: dict[str, Any]) -> Any:
    return b64decode(value["base64"]) if value.keys() == {"base64"} else value


def literal(value: object) -> str:
    """A value in JavaScript: numbers from 2^53 on are texts, as recipes have them."""
    return json.dumps(_safe(value))


def _safe(value: object) -> object:
    if isinstance(value, dict):
        return {name: _safe(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_safe(one) for one in value]
    is_large = isinstance(value, int) and abs(value) >= 2**53
    return str(value) if is_large else value
