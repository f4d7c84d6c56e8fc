"""Mazes for a level of difficulty, for a phone, and for what was typed into the form."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient
from tiers import sample

import labirinto
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.difficulties import LEVELS, difficulty
from labirinto.grids import SILHOUETTES, Rectangle, mask
from labirinto.grids.silhouettes import recognisable
from labirinto.parsing import parse_mask
from labirinto.web import selecting
from labirinto.web.alone import more_rules
from labirinto.web.languages import LANGUAGES
from labirinto.web.making import rules
from labirinto.web.maze_fields import levels_of
from labirinto.web.maze_request import MazeRequest
from labirinto.web.queries import Parsed
from labirinto.web.shapes import letters_size
from labirinto.web.work import CancelToken, TimeLimitError

PHONES = [
    {"Sec-CH-UA-Mobile": "?1"},
    {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"},
]


def moved(client: TestClient, query: str | dict[str, object], **headers: str) -> dict[str, str]:
    """The fields of the address to which a query leads."""
    text = query if isinstance(query, str) else urlencode(query)
    answer = client.get(f"/en/wilson?{text}", headers=headers)
    assert answer.status_code == 302
    assert answer.headers["cache-control"] == "no-store"
    location = answer.headers["location"]
    assert client.get(location).status_code == 200
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


def level_of(algorithm: str, fields: dict[str, str]) -> str:
    maze = labirinto.generate(
        algorithm, int(fields["width"]), int(fields["height"]), seed=fields["seed"]
    )
    ends = fields.get("ends", "border")
    path = labirinto.solve(maze, *labirinto.suggest_ends(maze, ends, apart=True))
    return difficulty(maze, path).level.name


@pytest.mark.parametrize("algorithm", sample(ALGORITHMS, "wilson", "sidewinder"))
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_leads_to_a_maze_of_it(client: TestClient, algorithm: str, level: str) -> None:
    if LEVELS[level] not in levels_of(algorithm):
        level = ALGORITHMS[algorithm].hardest
    for _ in range(2):
        answer = client.get(f"/it/{algorithm}?level={level}&new=1")
        query = urlsplit(answer.headers["location"]).query
        fields = {name: values[0] for name, values in parse_qs(query).items()}
        assert level_of(algorithm, fields) == fields["level"] == level
        assert (int(fields["height"]), int(fields["width"])) == LEVELS[level].size


def test_a_page_offers_the_levels_that_its_algorithm_has(client: TestClient) -> None:
    page = client.get("/en/binary-tree?seed=7").text
    offered = re.findall(r'name="level" value="(\w*)"', page)
    assert offered == ["", "easy", "medium"]
    answer = client.get("/en/binary-tree?level=expert")
    assert "level=medium" in answer.headers["location"]


@pytest.mark.parametrize("phone", PHONES)
def test_phones_get_smaller_mazes_in_portrait(client: TestClient, phone: dict[str, str]) -> None:
    fields = moved(client, "", **phone)
    assert (fields["width"], fields["height"]) == ("20", "26")
    fields = moved(client, "level=hard", **phone)
    assert (int(fields["width"]), int(fields["height"])) == LEVELS["hard"].size
    # An address is that of a maze, on any machine.
    assert client.get("/en/wilson?seed=7", headers=phone).status_code == 200
    assert "width" not in moved(client, "width=40&height=30&new=1", **phone)


@pytest.mark.parametrize("phone", [{}, PHONES[0]])
@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("shape", sample(SILHOUETTES, "heart", "fish"))
def test_a_level_is_kept_in_another_shape(
    client: TestClient, shape: str, level: str, phone: dict[str, str]
) -> None:
    first = moved(client, f"level={level}", **phone)
    fields = moved(client, {**first, "shown": urlencode(first), "shape": shape}, **phone)
    assert (fields["level"], fields["shape"]) == (level, shape)
    size = int(fields["width"]), int(fields["height"])
    assert size == recognisable(shape, *size)
    maze = labirinto.wilson(mask(shape, *size), seed=fields["seed"])
    ends = labirinto.suggest_ends(maze, fields.get("ends", "border"), apart=True)
    assert difficulty(maze, labirinto.solve(maze, *ends)).level.name == level
    # The address is that of this maze, also when it is changed in looks.
    again = {**fields, "shown": urlencode(fields), "look": "dark"}
    assert moved(client, again, **phone) == {**fields, "look": "dark"}


@pytest.mark.parametrize("shape", ["heart", "fish"])
def test_without_a_server_a_shape_has_a_size_for_each_level(shape: str) -> None:
    language = LANGUAGES["en"]
    masks = more_rules(language, rules(language, "wilson"))["masks"]
    for known in (it for it in masks if it["shape"] == shape and it["level"]):
        grid = parse_mask(known["text"], known["width"], known["height"])
        mazes = [labirinto.wilson(grid, seed=seed) for seed in range(20)]
        paths = [labirinto.solve(it, *labirinto.suggest_ends(it, "opposite")) for it in mazes]
        levels = {difficulty(*pair).level.name for pair in zip(mazes, paths, strict=True)}
        assert known["level"] in levels


def test_words_of_a_level_can_be_read(client: TestClient) -> None:
    first = moved(client, "level=easy")
    word = {"shape": "letters", "letters": "Filippo"}
    fields = moved(client, {**first, "shown": urlencode(first), **word})
    assert fields["level"] == "easy"
    assert int(fields["height"]) >= letters_size("Filippo", 18)[1]
    harder = moved(client, {**fields, "shown": urlencode(fields), "level": "expert"})
    assert int(harder["height"]) > 1.3 * int(fields["height"])


def test_a_shape_grows_until_it_is_recognised_unless_a_size_is_typed(client: TestClient) -> None:
    shown = "width=10&height=8&seed=7"
    fields = {"shown": shown, "seed": "7", "shape": "heart"}
    fields = moved(client, {**fields, "width": "10", "height": "8"})
    assert (fields["seed"], fields["width"], fields["height"]) == ("7", "14", "13")
    assert client.get("/en/wilson?width=9&height=8&seed=7&shape=heart").status_code == 200


def test_the_level_goes_when_size_or_seed_are_changed(client: TestClient) -> None:
    first = moved(client, "level=easy")
    shown = urlencode(first)
    assert moved(client, {**first, "shown": shown, "look": "dark"}) == {**first, "look": "dark"}
    again = moved(client, {**first, "shown": shown, "new": 1})
    assert again["seed"] != first["seed"]
    assert {**again, "seed": ""} == {**first, "seed": ""}
    for change in ({"width": "11"}, {"seed": "anna"}):
        changed = {**first, **change}
        del changed["level"]
        assert moved(client, {**first, **change, "shown": shown}) == changed
    harder = moved(client, {**first, "level": "hard", "shown": shown})
    assert harder["level"] == level_of("wilson", harder) == "hard"
    # A selected maze is not one of any difficulty.
    other = moved(client, {**first, "level": "", "shown": shown})
    assert other["seed"] != first["seed"]
    assert "level" not in other
    # The level of an address belongs to mazes of its size.
    assert moved(client, "level=easy&seed=7") == {"seed": "7"}


def test_another_size_keeps_kinds_of_ends_but_no_cells() -> None:
    for ends, kept in (("corners", "corners"), ("0,0-39,29", "opposite")):
        asked = MazeRequest("wilson", level="easy", ends=ends)
        parsed = Parsed(asked, typed={"ends": ends})
        wanted = selecting.wanted_maze(parsed, is_new=True, on_phone=False)
        assert (wanted.size, wanted.ends) == ((10, 8), kept)


def test_a_typed_seed_is_shown_and_an_empty_one_changes_nothing(client: TestClient) -> None:
    shown = "seed=7"
    assert moved(client, f"seed=anna&new=1&{urlencode({'shown': shown})}") == {"seed": "anna"}
    kept = moved(client, f"seed=&ends=corners&{urlencode({'shown': shown})}")
    assert kept == {"seed": "7", "ends": "corners"}
    assert moved(client, f"seed=&new=1&{urlencode({'shown': shown})}")["seed"] != "7"


def test_invalid_fields_keep_the_maze_that_was_shown(client: TestClient) -> None:
    shown = urlencode({"shown": "width=9&height=8&seed=7"})
    page = client.get(f"/en/wilson?width=x&height=8&seed=&look=dark&{shown}")
    assert page.status_code == 422
    assert "9 × 8 · seed 7" in page.text
    assert 'data-look="dark"' in page.text


def test_without_a_maze_of_the_level_the_nearest_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = iter(range(selecting.MAX_DRAWS))
    monkeypatch.setattr(selecting, "with_seed", lambda asked: replace(asked, seed=next(seeds)))
    asked = MazeRequest("wilson", 10, 8, level="expert")
    token = CancelToken(20)
    scores = {
        seed: selecting.solved_maze(replace(asked, seed=seed), token).difficulty.score
        for seed in range(selecting.MAX_DRAWS)
    }
    assert max(scores.values()) < LEVELS["expert"].least
    assert selecting.select(asked, token).seed == max(scores, key=lambda seed: scores[seed])


def test_selecting_can_be_stopped() -> None:
    with pytest.raises(TimeLimitError):
        selecting.select(MazeRequest("wilson", 10, 8, level="expert"), CancelToken(0))


def test_a_maze_that_misses_its_level_says_so(client: TestClient) -> None:
    fields = {"width": "28", "height": "22", "level": "hard"}
    seed = next(
        seed
        for seed in map(str, range(1000))
        if level_of("wilson", {**fields, "seed": seed}) == "medium"
    )
    page = client.get(f"/en/wilson?width=28&height=22&seed={seed}&level=hard").text
    assert "selected for the level “Hard”, but with this start and end it is “Medium”" in page


def test_the_page_shows_the_measured_difficulty(client: TestClient) -> None:
    for query, name, stars in (
        ("width=8&height=10&seed=7", "Easy", "★☆☆☆"),
        ("width=36&height=46&seed=7", "Expert", "★★★★"),
    ):
        page = client.get(f"/en/wilson?{query}").text
        found = re.search(r"Difficulty: <strong>(\w+)</strong> <span[^>]*>(.*?)</span>", page)
        assert found.groups() == (name, stars)
        assert f'aria-label="{stars.count("★")} of 4 stars"' in page
        words = re.search(r"Bits: (\d+), of which (\d+) to .*?, (\d+) to .*?, and (\d+) for", page)
        total, *parts = map(int, words.groups())
        assert total == sum(parts)
    assert 'id="measured"' not in client.get("/en/wilson?width=1&height=1&seed=7").text


def test_only_a_selected_maze_of_a_uniform_algorithm_is_said_to_be_selected(
    client: TestClient,
) -> None:
    said = "was selected by its difficulty"
    size = "width=10&height=8&seed=7"
    assert said in client.get(f"/en/wilson?{size}&level=easy").text
    assert said not in client.get(f"/en/wilson?{size}").text
    assert said not in client.get(f"/en/eller?{size}&level=easy").text


def test_other_algorithms_keep_size_ends_look_and_level(client: TestClient) -> None:
    page = client.get(
        "/en/eller?width=28&height=22&seed=7&level=hard&join=0.2&ends=corners&look=dark"
    ).text
    links = re.findall(r'href="/en/kruskal\?(.*?)"', page)
    assert links == ["width=28&amp;height=22&amp;level=hard&amp;ends=corners&amp;look=dark"]
    assert '<a href="/en/eller?' in page
    answer = client.get("/en/kruskal?" + links[0].replace("&amp;", "&"))
    wanted = r"/en/kruskal\?width=28&height=22&seed=\d+&level=hard&ends=corners&look=dark"
    assert re.fullmatch(wanted, answer.headers["location"])


@pytest.mark.parametrize(
    ("query", "is_refused"),
    [
        ("level=hard&width=12&height=9", True),
        ("level=hard&height=12", True),
        ("level=hard&width=28&height=22", False),
        ("level=hard&width=22&height=28", False),
    ],
)
def test_a_size_beside_a_level_is_that_of_the_level(
    client: TestClient, query: str, is_refused: bool
) -> None:
    answer = client.get(f"/en/wilson?{query}")
    assert answer.status_code == (422 if is_refused else 302)
    for sentence in re.findall(r'class="field-error"[^>]*>([^<]*)', answer.text):
        assert "28 × 22" in sentence
    assert answer.text.count('class="field-error"') == is_refused


def test_a_link_to_rectangles_of_a_level_names_no_size_of_a_shape(client: TestClient) -> None:
    place = client.get("/en/wilson?level=easy&shape=heart").headers["location"]
    (query,) = re.findall(r'href="/en/eller\?(.*?)"', client.get(place).text)
    assert "level=easy" in query
    assert client.get(f"/en/eller?{query.replace('&amp;', '&')}").status_code == 302


def test_a_selected_maze_has_no_openings_side_by_side() -> None:
    token = CancelToken(60)
    found = [
        selecting.select(MazeRequest("wilson", 18, 14, level="medium"), token) for _ in range(60)
    ]
    ends = [selecting.solved_maze(request, token).ends for request in found]
    # One uniform maze of this size in six would have them.
    assert not any(pair.look_like_one(Rectangle(18, 14)) for pair in ends if pair)
    corners = MazeRequest("wilson", 2, 1, level="easy", ends="corners")
    assert selecting.select(corners, token).seed is not None
