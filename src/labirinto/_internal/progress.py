"""The progress of long calls."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called now and then with the work done and the total, in cells, rows, steps or mazes.

The function may raise an exception, which stops the call.
"""
