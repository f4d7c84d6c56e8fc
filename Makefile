# `make maze` and `make test` work on a fresh machine; everything goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(wildcard core/*) CMakeLists.txt pyproject.toml src/labirinto/__init__.py
PACKAGE := $(shell find src -type f ! -name '*.pyc' ! -name '*.so')
NATIVE := $(wildcard core/*.hpp core/*.cpp fuzz/kernels/*.hpp fuzz/kernels/*.cpp tests/sanitize/*.cpp benchmarks/*.cpp)

.PHONY: maze serve test lint bench proof fuzz format messages browser clean

maze: .venv/installed
	@mkdir -p build/maze
	@$(BIN)/labirinto wilson 19x12 --solution -o build/maze/maze.svg -o build/maze/maze.png -o -
	@echo "The same maze: build/maze/maze.svg and build/maze/maze.png"

serve: .venv/developed
	$(BIN)/labirinto serve

test: .venv/developed browser
	$(BIN)/python -m pytest

lint: .venv/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(NATIVE)

format: .venv/developed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

# `make bench PEERS=--apt` lets apt-get install the peers that only Debian has.
bench: .venv/developed
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/peers.py --output docs/peers.md $(PEERS)

# What takes minutes to show: memory of the page's server over 100,000 requests.
proof: .venv/developed
	$(BIN)/python benchmarks/serving.py

# Everything that reads from outside, under fuzzers: hours, so it is no part of `make proof`.
fuzz: .venv/developed
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python fuzz/run.py

# Extract, update, compile: after a text in the sources or a catalogue has changed.
messages: .venv/developed
	$(BIN)/python tools/messages.py

# A Chromium for the tests of the page: the system's if there is one; else Debian's, where we may
# install it; else the one that Playwright brings.
browser: .venv/developed
	@command -v chromium >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	     && apt-get update -qq && apt-get install -qq --no-install-recommends chromium >/dev/null; } \
	|| $(BIN)/python -m playwright install chromium

clean:
	rm -rf .venv build

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

.venv/installed: .venv/bin/python $(SOURCES) $(PACKAGE)
	$(BIN)/python -m pip install --quiet .
	@touch $@

.venv/developed: .venv/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@
