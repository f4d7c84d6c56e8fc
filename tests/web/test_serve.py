"""``labirinto serve``: its address, and its error messages."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from serving import LABIRINTO, ends_well, started
from tiers import deep

from labirinto.errors import LabirintoError
from labirinto.web import processes


def test_it_prints_its_address_and_ends_on_ctrl_c() -> None:
    with started("serve", "--port", "0", "--contact", "anna@a.example") as (process, address):
        with urlopen(f"{address}health", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        with urlopen(f"{address}en/book", timeout=60) as answer:
            assert b'href="mailto:anna@a.example"' in answer.read()
        assert ends_well(process, signal.SIGINT)


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("labirinto.cli.serve", signal.SIGINT),
        ("labirinto.web.processes", signal.SIGTERM),
        deep("labirinto.cli.serve", signal.SIGTERM),
        deep("labirinto.web.processes", signal.SIGINT),
        deep("uvloop", signal.SIGINT),
        deep("uvloop", signal.SIGTERM),
    ],
)
def test_a_signal_ends_it_even_in_a_callback_of_an_import(module: str, number: int) -> None:
    # Python drops exceptions that are raised there.
    code = f"""if True:
        import os, sys, weakref
        from labirinto.cli import main

        class Finder:
            def find_spec(self, name, *_):
                if name == "{module}":
                    weakref.finalize(Finder(), lambda: os.kill(os.getpid(), {int(number)}))

        sys.meta_path.insert(0, Finder())
        sys.argv[1:] = ["serve", "--port", "0"]
        main()
    """
    # 0 if the server has begun.
    done = subprocess.run([sys.executable, "-c", code], timeout=60)
    assert done.returncode in (0, 128 + number)


def test_large_mazes_do_not_delay_small_ones(site: str) -> None:
    host, port = urlsplit(site).hostname, urlsplit(site).port
    large = []
    for seed in range(8):
        connection = socket.create_connection((host, port), timeout=60)
        request = f"GET /maze/kruskal/1500x1500/{seed}.png HTTP/1.1\r\nHost: x\r\n\r\n"
        connection.sendall(request.encode())
        large.append(connection)
    for seed in range(5):
        with urlopen(f"{site}/maze/wilson/40x30/{seed}.svg", timeout=60) as answer:
            assert answer.status == 200
    # How long that takes depends on the machine, but the last of the large ones is not there yet.
    assert not select.select(large[-1:], [], [], 0)[0]
    # Mazes of clients that have left are never started.
    for connection in large:
        connection.close()
    with urlopen(f"{site}/maze/kruskal/600x600/7.png", timeout=60) as answer:
        assert answer.status == 200


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the children of a process.")
def test_several_processes_serve_and_replace_each_other() -> None:
    def workers() -> set[int]:
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        found = set()
        for pid in listed:
            with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                    found.add(int(pid))
        return found

    def wait_for(true: Callable[[], bool]) -> None:
        until = time.monotonic() + 60
        while not true():
            assert time.monotonic() < until
            time.sleep(0.05)

    with started("serve", "--port", "0", "--workers", "2") as (process, address):
        with urlopen(f"{address}health", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        wait_for(lambda: len(workers()) == 2)
        before = workers()
        os.kill(min(before), signal.SIGKILL)
        wait_for(lambda: len(workers()) == 2 and workers() != before)
        for _ in range(5):
            with urlopen(f"{address}en/wilson?seed=7", timeout=60) as answer:
                assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0
        assert errors.count("\n") == 1
        assert "signal 9" in errors


def test_processes_that_end_soon_are_replaced_later_and_later() -> None:
    assert [processes.pause(soon, False, 1) for soon in range(5)] == [0, 1, 2, 4, 8]
    # While another one lives well, there is no end.
    assert [processes.pause(soon, True, 1) for soon in range(5, 9)] == [16, 32, 60, 60]


@pytest.mark.parametrize(("code", "ending"), [(3, "exit code 3"), (-6, "signal 6")])
def test_processes_that_all_end_soon_are_given_up(code: int, ending: str) -> None:
    with pytest.raises(LabirintoError, match=ending):
        processes.pause(5, False, code)


def test_a_server_whose_processes_cannot_start_ends_and_says_why() -> None:
    done = run(
        "import socket; from labirinto.web import processes;"
        "processes.FIRST_PAUSE, processes.TRIES = 0.01, 1;"
        "processes.serve(socket.create_server(('127.0.0.1', 0)), 2, nothing='never')"
    )
    assert done.returncode == 1
    assert "LabirintoError" in done.stderr
    assert "exit code 1" in done.stderr.splitlines()[-1]


def is_open(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux lists the children of a process.")
def test_processes_end_with_the_one_that_started_them() -> None:
    with (
        started("serve", "--port", "0", "--workers", "2") as (_, address),
        urlopen(f"{address}health", timeout=60) as answer,
    ):
        assert answer.status == 200
    until = time.monotonic() + 60
    while is_open(urlsplit(address).port or 0):
        assert time.monotonic() < until
        time.sleep(0.2)


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )


def test_a_missing_extra_is_named_with_the_command_that_installs_it() -> None:
    done = run(
        "import sys; sys.modules['starlette'] = None; sys.argv = ['labirinto', 'serve'];"
        "from labirinto.cli import main; main()"
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'labirinto[web]'" in done.stderr


def test_a_port_in_use_is_reported_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*LABIRINTO, "serve", "--port", port], capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert re.fullmatch(rf"labirinto: Cannot listen at 127.0.0.1, port {port}: .*\.\n", done.stderr)


def test_help_loads_nothing_of_the_web() -> None:
    done = run(
        "import sys; from labirinto.cli.commands import labirinto;"
        "labirinto.main(['serve', '--help'], standalone_mode=False);"
        "print({'starlette', 'uvicorn', 'jinja2', 'babel'} & set(sys.modules))"
    )
    assert done.stdout.endswith("set()\n")
