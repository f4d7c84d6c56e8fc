"""CSV: the walls as line segments, for spreadsheets, plotters and laser cutters."""

from __future__ import annotations

from itertools import islice
from typing import BinaryIO

from labirinto.errors import InvalidValueError
from labirinto.render.drawing import Drawing

HEADER = b"x0,y0,x1,y1\n"

_RUNS_AT_ONCE = 10_000


def write_csv(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes a line for each straight run of wall, in cells: x to the right, y down, from 0.

    Openings are gaps in the frame.

    Raises:
        InvalidValueError: if there is a path or there are marks, for which it has no place.
    """
    if drawing.path or drawing.marks:
        raise InvalidValueError(
            "A CSV file has walls alone, and neither a solution nor marks; take JSON."
        )
    stream.write(HEADER)
    runs = drawing.wall_runs()
    while lines := ["{},{},{},{}\n".format(*run) for run in islice(runs, _RUNS_AT_ONCE)]:
        stream.write("".join(lines).encode())
