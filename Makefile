# Every target works in a fresh clone: what it needs is installed into .venv.  `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
# The plugins are named, since pytest would load all that are installed, zarr's as well, and compile
# their packages anew in each process.  The compiled tests are kept, whatever the environment says.
# Each process begins with its share of the tests in their order, so that files mostly stay together.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --disable-plugin-autoload -p xdist \
	-p hypothesispytest -p schemathesis -n auto --dist worksteal
SOURCES := $(wildcard core/*.hpp core/binding/*) CMakeLists.txt pyproject.toml src/labirinto/__init__.py
PACKAGE := $(shell find src -type f ! -name '*.pyc' ! -name '*.so')
NATIVE := $(wildcard core/*.hpp core/binding/* core/browser/* fuzz/kernels/*.hpp fuzz/kernels/*.cpp tests/sanitize/*.hpp \
	tests/sanitize/*.cpp benchmarks/*.cpp proof/*.cpp)

.PHONY: maze serve test test-deep lint format docs gallery bench proof fuzz lock messages stub wheels \
	browser browser-core clean help

maze: .venv/installed ## Make a maze with its solution as text, SVG and PNG
	@mkdir -p build/maze
	@$(BIN)/labirinto wilson 19x12 --solution -o build/maze/maze.svg -o build/maze/maze.png -o -
	@echo "The same maze: build/maze/maze.svg and build/maze/maze.png"

serve: .venv/developed ## Start the web page
	$(BIN)/labirinto serve

test: .venv/developed browser ## Run every test, some with a sample of their parameters: minutes
	$(PYTEST) -m "not deep"

test-deep: .venv/developed .venv/zig browser ## Run the other parameters, and ten times as many examples
	$(PYTEST) -m "deep or hypothesis" --hypothesis-profile deep

lint: .venv/developed ## Check style, types and dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@echo "$(BIN)/basedpyright --verifytypes labirinto: every public name has a complete type"
	@report=$$(PATH="$(CURDIR)/$(BIN):$$PATH" basedpyright --verifytypes labirinto --ignoreexternal) \
	|| { echo "$$report"; exit 1; }
	$(BIN)/clang-format --dry-run -Werror $(NATIVE)
	$(BIN)/python tools/audit.py
	$(BIN)/python tools/stub.py --check

format: .venv/developed ## Fix style where that is automatic
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

docs: .venv/developed ## Build the documentation into build/docs; a warning is an error
	$(BIN)/python -m sphinx -W --keep-going -n -q -E -d build/doctrees docs build/docs

gallery: .venv/developed ## Draw only the gallery with its page, into build/gallery
	$(BIN)/python docs/gallery.py build/gallery

# `make bench PEERS=--apt` lets apt-get install the peers that only Debian has.
bench: .venv/developed ## Compare speed and memory with other libraries: 40 minutes
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/peers.py --output docs/peers.md $(PEERS)
	$(BIN)/python benchmarks/exchange.py
	$(BIN)/python benchmarks/graphs.py $(PEERS)

# Mazes are uniform where we say so, into docs/proof.md; the seed promise holds with every compiler,
# sanitizer and Python of this machine; faults at random moments; the page under load; 1,500 pictures
# of mazes, of which none may be solved wrong.  Each takes 5 to 9 minutes on two free processors.
# `make proof PROOF="--seed random"` takes other mazes.
proof: .venv/proved ## Test the promises again: half an hour
	$(BIN)/python proof $(PROOF)
	$(BIN)/python proof/promise.py
	$(BIN)/python proof/faults.py
	$(BIN)/python proof/load.py
	nice -n 10 $(BIN)/python proof/pictures.py

# `make lock UPGRADE=--upgrade` takes the newest of everything.
lock: .venv/made ## Write requirements/, after a change of dependencies
	$(BIN)/python tools/lock.py $(UPGRADE)

fuzz: .venv/developed ## Fuzz everything that reads untrusted input: hours
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python fuzz/run.py

stub: .venv/developed ## Write the types of the core, after a change in core/binding/
	$(BIN)/python tools/stub.py

browser-core: .venv/developed .venv/zig ## Compile the core for browsers, after a change in core/
	$(BIN)/python tools/browser_core.py

messages: .venv/developed ## Update and compile the catalogues of the page
	$(BIN)/python tools/messages.py

wheels: .venv/made ## Build the sdist, and a tested wheel for every Python here, into dist/
	$(BIN)/python -m pip install --quiet --group wheels
	$(BIN)/python tools/wheels.py

# A Chromium for the tests of the page: the system's if there is one, else Debian's if we may install
# it, else Playwright's.
browser: .venv/developed ## Install a Chromium for the tests of the page, if there is none
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	     && apt-get update -qq \
	     && { apt-get install -qq --no-install-recommends chromium-headless-shell >/dev/null \
	          || apt-get install -qq --no-install-recommends chromium >/dev/null; }; } \
	|| $(BIN)/python -m playwright install chromium

clean: ## Delete .venv, build and dist
	rm -rf .venv build dist

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | expand -t 12

.venv/made:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.3"
	@touch $@

.venv/installed: .venv/made $(SOURCES) $(PACKAGE)
	$(BIN)/python -m pip install --quiet --build-constraint requirements/build.txt .
	@touch $@

# What stands behind the bar has to be there, whatever its age: a change of the package installs only
# the package again.
.venv/developed: requirements/dev.txt | .venv/installed
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	@touch $@

.venv/zig: requirements/zig.txt | .venv/made
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/zig.txt
	@touch $@

.venv/proved: pyproject.toml | .venv/developed
	$(BIN)/python -m pip install --quiet --group proof
	@touch $@
