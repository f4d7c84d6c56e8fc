"""Films: the real run, forward and back, with marks that agree with the steps."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import examples

import labirinto
from labirinto import _core, animate
from labirinto.algorithms import textbook
from labirinto.algorithms.textbook import steps as happened
from labirinto.animate import FILMS, Kind, Mark, Position, explanation, record
from labirinto.animate.marks import SET_SHIFT

films = st.sampled_from(sorted(FILMS))
sides = st.integers(1, 12)
seed_values = st.integers(0, 2**64 - 1)

KEPT = Mark.IN | Mark.PASSAGE_EAST | Mark.PASSAGE_SOUTH
"""The marks of a finished maze."""


def made(name, width, height, seed):
    """The rows of the maze that the library makes."""
    if name == "wilson-walls":
        return _core.wilson_walls(width, height, seed, 4096)
    if name == "wilson-rows":
        return labirinto.wilson(width, height, seed=seed, order="rows").rows
    return labirinto.generate(name, width, height, seed=seed).rows


def passages_seen(scene):
    """The open passages of a scene."""
    for y in range(scene.height):
        for x in range(scene.width):
            word = scene.words[scene.cell(x, y)]
            if word & Mark.PASSAGE_EAST:
                yield ((x, y), (x + 1, y))
            if word & Mark.PASSAGE_SOUTH:
                yield ((x, y), (x, y + 1))


@examples(400)
@given(films, sides, sides, seed_values)
def test_the_end_of_a_film_is_the_maze(name, width, height, seed):
    film = record(name, width, height, seed=seed)
    assert film.rows == made(name, width, height, seed)
    end = Position(film, len(film))
    maze = labirinto.Maze(width, height, film.rows)
    assert set(passages_seen(end.scene)) == set(maze.passages())
    assert end.joined == end.to_join
    assert all(word | KEPT == KEPT for word in end.scene.words)


@examples(200)
@given(films, sides, sides, seed_values, st.data())
def test_going_back_is_exact(name, width, height, seed, data):
    film = record(name, width, height, seed=seed)
    here = Position(film)
    seen = []
    while True:
        seen.append((bytes(here.scene.words), here.walked, here.erased, here.joined))
        if here.is_last:
            break
        here.forward()
    assert len(seen) == len(film)
    for at in data.draw(st.lists(st.integers(0, len(film) - 1), max_size=20)):
        here.go(at)
        assert here.at == at
        assert (bytes(here.scene.words), here.walked, here.erased, here.joined) == seen[at]
    here.go(-5)
    here.back()
    assert here.at == 0
    here.go(10**9)
    here.forward()
    assert here.at == len(film) - 1


@examples(60)
@given(sides, sides, seed_values)
def test_marks_of_a_walk_are_the_walk(width, height, seed):
    film = record("wilson", width, height, seed=seed)
    here = Position(film)
    path = []
    inside = set()
    for step in textbook.Run("wilson", width, height, seed=seed):
        here.forward()
        assert here.number == step.number
        match step:
            case happened.WalkStarted(place=place):
                path = [place]
            case happened.WalkMoved(target=target):
                path.append(target)
            case happened.LoopErased(places=places):
                del path[-len(places) - 1 :]
                # Places of the erased loop that the walk has not entered again are lost.
                lost = {cell for cell in places if cell not in path}
                assert cells_with(here.scene, Mark.LOST) == lost
            case happened.PathJoined(path=joined):
                inside |= set(joined)
                assert cells_with(here.scene, Mark.FRESH) == set(joined)
                path = []
            case happened.FirstCell(cell=cell):
                inside.add(cell)
        assert cells_with(here.scene, Mark.WALK) == set(path)
        assert cells_with(here.scene, Mark.HERE) == set(path[-1:])
        assert cells_with(here.scene, Mark.IN) == inside
    assert here.is_last


def cells_with(scene, mark):
    return {
        (x, y)
        for y in range(scene.height)
        for x in range(scene.width)
        if scene.words[scene.cell(x, y)] & mark
    }


def set_of(scene, x, y):
    return scene.words[scene.cell(x, y)] >> SET_SHIFT


@examples(100)
@given(sides, sides, seed_values)
def test_numbers_of_sets_are_the_sets_of_the_row(width, height, seed):
    here = Position(record("eller", width, height, seed=seed))
    for step in textbook.Run("eller", width, height, seed=seed):
        here.forward()
        if isinstance(step, happened.RowFinished) and step.sets:
            below = [set_of(here.scene, x, step.y + 1) for x in range(width)]
            assert all(below)
            assert tuple(below.index(number) for number in below) == step.sets
        if isinstance(step, happened.RowBegun):
            assert cells_with(here.scene, Mark.ROW) == {(x, step.y) for x in range(width)}
            with_number = {
                cell for cell in cells_with(here.scene, ~0 << SET_SHIFT) if cell[1] != step.y
            }
            assert not with_number


@examples(50)
@given(sides, sides, seed_values)
def test_numbers_of_sets_are_what_is_connected(width, height, seed):
    here = Position(record("kruskal", width, height, seed=seed))
    sets = {(x, y): {(x, y)} for y in range(height) for x in range(width)}
    for step in textbook.Run("kruskal", width, height, seed=seed):
        here.forward()
        if isinstance(step, happened.PassageTried) and step.opened:
            one, other = step.passage
            sets[one] |= sets[other]
            for cell in sets[other]:
                sets[cell] = sets[one]
        if isinstance(step, happened.Finished):
            break
        by_number = {}
        for cell in sets:
            if number := set_of(here.scene, *cell):
                by_number.setdefault(number, set()).add(cell)
            else:
                assert sets[cell] == {cell}
        assert all(sets[next(iter(cells))] == cells for cells in by_number.values())


def test_films_show_walls_joined_across_strips():
    for rows in (1, 2, 3):
        run = textbook.Run("wilson-walls", 12, 12, seed=5, strip_rows=rows)
        film = animate.Film(run)
        assert film.rows == _core.wilson_walls(12, 12, 5, rows)
        end = Position(film, len(film))
        maze = labirinto.Maze(12, 12, film.rows)
        assert set(passages_seen(end.scene)) == set(maze.passages())


def read_number(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


@given(films, sides, sides, seed_values)
def test_the_bytes_of_a_film_are_the_film(name, width, height, seed):
    film = record(name, width, height, seed=seed)
    line, _, data = film.to_bytes().partition(b"\n")
    about = json.loads(line)
    assert (about["algorithm"], about["width"], about["height"]) == (name, width, height)
    assert about["steps"] == len(film)
    at = 0
    for step in range(len(film)):
        assert Kind(data[at] & 15) == film.kind(step)
        assert data[at] >> 4 == film.number(step)
        count, at = read_number(data, at + 1)
        changes = []
        slot = 0
        for _ in range(count):
            further, at = read_number(data, at)
            bits, at = read_number(data, at)
            slot += further
            changes.append((slot, bits))
        assert changes == list(film.changes(step))
    assert at == len(data)


@pytest.mark.parametrize("name", FILMS)
def test_every_step_of_the_explanation_is_shown(name):
    film = record(name, 9, 8, seed=3)
    explained = explanation(name)
    numbers = {film.number(step) for step in range(len(film))}
    assert list(explained) == list(range(1, len(explained) + 1))
    assert all(text.endswith(".") for text in explained.values())
    # On walls the frame takes the place of the first cell, so step 2 has no picture.
    assert numbers | ({2} if film.on_walls else set()) == set(explained)


@pytest.mark.parametrize("name", ["primula", "steps", "", None, ["wilson"]])
def test_an_unknown_film_is_refused_with_those_there_are(name):
    for refuse in (explanation, lambda name: record(name, 3, 3)):
        with pytest.raises(labirinto.InvalidValueError, match="one of wilson, ") as caught:
            refuse(name)
        assert all(known in str(caught.value) for known in FILMS)


def test_a_film_without_a_seed_gets_one():
    film = record("wilson", 5, 5)
    assert record("wilson", 5, 5, seed=film.seed).rows == film.rows


def test_parameters_are_those_of_the_algorithm():
    film = record("eller", 9, 9, seed=1, join=0.9)
    assert film.rows == labirinto.eller(9, 9, seed=1, join=0.9).rows
    with pytest.raises(labirinto.InvalidValueError, match=r"parameter 'join'.*Wilson"):
        record("wilson", 9, 9, join=0.9)


def test_long_mazes_are_watched_as_they_are_made():
    film = record("wilson", 1025, 3, seed=1)
    assert film.on_walls
    assert film.rows == labirinto.wilson(1025, 3, seed=1).rows


def test_films_that_are_too_large_are_refused(monkeypatch):
    with pytest.raises(labirinto.TooLargeError, match=r"16512 cells, too many to watch; use at"):
        record("wilson", 129, 128)
    monkeypatch.setattr(animate.film, "MAX_STEPS", 20_000)
    with pytest.raises(labirinto.TooLargeError, match=r"more than 20000 steps"):
        record("aldous-broder", 16_000, 1, seed=1)


def test_recording_can_be_stopped():
    def stop(done, most):
        raise InterruptedError(f"{done} of {most}")

    with pytest.raises(InterruptedError, match="4096 of 1500000"):
        record("wilson", 64, 64, seed=1, progress=stop)
