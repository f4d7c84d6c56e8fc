# `make maze` and `make test` work on a fresh machine; everything goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(wildcard core/*) CMakeLists.txt pyproject.toml src/labirinto/__init__.py
PACKAGE := $(shell find src -name '*.py' -o -name '*.pyi')

.PHONY: maze test lint bench format clean

maze: .venv/installed
	@mkdir -p build/maze
	@$(BIN)/labirinto wilson 19x12 --solution -o build/maze/maze.svg -o build/maze/maze.png -o -
	@echo "The same maze: build/maze/maze.svg and build/maze/maze.png"

test: .venv/developed
	$(BIN)/python -m pytest

lint: .venv/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror core/*.hpp core/*.cpp tests/sanitize/*.cpp

format: .venv/developed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i core/*.hpp core/*.cpp tests/sanitize/*.cpp

bench: .venv/developed
	$(BIN)/python benchmarks/bench.py

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
