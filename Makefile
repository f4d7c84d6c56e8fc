# `make maze` and `make test` work on a fresh machine; everything is installed into .venv.

PYTHON ?= python3
BIN := .venv/bin
# A process a core; each begins with its half of the tests, so that files mostly stay together.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
SOURCES := $(wildcard core/*.hpp core/binding/*) CMakeLists.txt pyproject.toml src/labirinto/__init__.py
PACKAGE := $(shell find src -type f ! -name '*.pyc' ! -name '*.so')
NATIVE := $(wildcard core/*.hpp core/binding/* fuzz/kernels/*.hpp fuzz/kernels/*.cpp tests/sanitize/*.hpp \
	tests/sanitize/*.cpp benchmarks/*.cpp proof/*.cpp)

.PHONY: maze serve test test-deep lint bench proof fuzz format lock messages stub wheels docs browser clean

maze: .venv/installed
	@mkdir -p build/maze
	@$(BIN)/labirinto wilson 19x12 --solution -o build/maze/maze.svg -o build/maze/maze.png -o -
	@echo "The same maze: build/maze/maze.svg and build/maze/maze.png"

serve: .venv/developed
	$(BIN)/labirinto serve

# Under five minutes on two cores: every test, some with a sample of their parameters and examples.
test: .venv/developed browser
	$(PYTEST) -m "not deep"

# The breadth, besides `make test`: the other parameters, and ten times the examples.
test-deep: .venv/developed browser
	$(PYTEST) -m "deep or hypothesis" --hypothesis-profile deep

lint: .venv/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(NATIVE)
	$(BIN)/python tools/audit.py
	$(BIN)/python tools/stub.py --check

format: .venv/developed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

# `make bench PEERS=--apt` lets apt-get install the peers that only Debian has.
bench: .venv/developed
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/peers.py --output docs/peers.md $(PEERS)
	$(BIN)/python benchmarks/exchange.py
	$(BIN)/python benchmarks/graphs.py $(PEERS)

# Minutes: mazes are uniform where we say so, into docs/proof.md; the seed promise holds with every
# compiler, sanitizer and Python of this machine; faults at random moments; the page under load;
# 3,000 pictures of mazes, of which none may be solved wrong.
# `make proof PROOF="--seed random"` takes other mazes.
proof: .venv/proved
	$(BIN)/python proof $(PROOF)
	$(BIN)/python proof/promise.py
	$(BIN)/python proof/faults.py
	$(BIN)/python proof/load.py
	nice -n 10 $(BIN)/python proof/pictures.py

# After a change of dependencies.  `make lock UPGRADE=--upgrade` takes the newest of everything.
lock: .venv/made
	$(BIN)/python tools/lock.py $(UPGRADE)

# Everything that reads foreign input, under fuzzers: hours, so not a part of `make proof`.
fuzz: .venv/developed
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python fuzz/run.py

# The types of the core, after a change of what core/binding/ binds.
stub: .venv/developed
	$(BIN)/python tools/stub.py

# Extract, update, compile: after a change of a text in the sources or of a catalogue.
messages: .venv/developed
	$(BIN)/python tools/messages.py

# The sdist, and for every Python of this machine a wheel that was tested, into dist/.
wheels: .venv/made
	$(BIN)/python -m pip install --quiet --group wheels
	$(BIN)/python tools/wheels.py

# A Chromium for the tests of the page: the system's if there is one, else Debian's if we may install
# it, else Playwright's.
browser: .venv/developed
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	     && apt-get update -qq \
	     && { apt-get install -qq --no-install-recommends chromium-headless-shell >/dev/null \
	          || apt-get install -qq --no-install-recommends chromium >/dev/null; }; } \
	|| $(BIN)/python -m playwright install chromium

clean:
	rm -rf .venv build dist

.venv/made:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.3"
	@touch $@

.venv/installed: .venv/made $(SOURCES) $(PACKAGE)
	$(BIN)/python -m pip install --quiet --build-constraint requirements/build.txt .
	@touch $@

.venv/developed: .venv/installed requirements/dev.txt
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	@touch $@

.venv/proved: .venv/developed
	$(BIN)/python -m pip install --quiet --group proof
	@touch $@

# The documentation, into build/docs/index.html; a warning is an error.
.PHONY: docs
docs: .venv/documented
	$(BIN)/python -m sphinx -W --keep-going -n -q -E -d build/doctrees docs build/docs

# The pictures of the gallery and their page alone, into build/gallery.
.PHONY: gallery
gallery: .venv/developed
	$(BIN)/python docs/gallery.py build/gallery

.venv/documented: .venv/developed
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@
