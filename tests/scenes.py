"""Runs what is asynchronous."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

ResultT = TypeVar("ResultT")


def run(scene: Coroutine[None, None, ResultT]) -> ResultT:
    """Run a scene in a thread of its own: Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, scene).result()
