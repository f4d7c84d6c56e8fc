"""Photographs on the page: what is sent, answered and refused, and that nothing is kept."""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import photographs
import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import Opener
from files import encoded
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect
from scenes import run as run_scene
from starlette.testclient import TestClient
from tiers import deep, examples

import labirinto
from labirinto._internal.refusals import REASONS
from labirinto.ends import Ends
from labirinto.web import own_pictures, pages, photos, problem_texts, uploads
from labirinto.web.app import create_app
from labirinto.web.uploads import MAX_BYTES, parse_multipart

MAZE = labirinto.wilson(12, 9, seed=7)
ENDS = labirinto.suggest_ends(MAZE, apart=True)
JSON = {"accept": "application/json"}


@cache
def picture(ends: Ends | None = ENDS, mazes: int = 1, **saved: str | bytes) -> bytes:
    """The maze as any program might draw it, some times side by side."""
    style = labirinto.Style(cell=18, wall=3, margin=30)
    one = labirinto.to_image(MAZE, ends=ends, style=style)
    image = Image.new("RGB", (one.width * mazes, one.height), "white")
    for number in range(mazes):
        image.paste(one, (number * one.width, 0))
    stream = io.BytesIO()
    options: dict[str, Any] = {"format": "PNG", **saved}
    image.save(stream, **options)
    return stream.getvalue()


def send(client: TestClient, data: bytes, code: str = "en", **fields: str) -> Any:
    return client.post(
        f"/{code}/photo", files={"photo": ("a.jpg", data)}, data=fields, headers=JSON
    )


def cells_of(points: list[list[float]]) -> list[tuple[int, int]]:
    """The cells of points in the picture, without those in the openings."""
    cells = [(int((x - 30) // 18), int((y - 30) // 18)) for x, y in points]
    return [(x, y) for x, y in cells if 0 <= x < 12 and 0 <= y < 9]


def is_solution(cells: list[tuple[int, int]], ends: Ends = ENDS) -> bool:
    solution = labirinto.solve(MAZE, *ends).cells
    return list(dict.fromkeys(cells)) in (solution, solution[::-1])


def test_the_page_is_linked_where_photographs_are_solved(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = 'href="/it/photo"'
    assert link in client.get("/it/").text
    assert 'type="file"' in client.get("/it/photo").text
    monkeypatch.setattr(pages, "photos_are_solved", lambda: False)
    assert link not in client.get("/it/").text
    page = client.get("/en/photo").text
    assert "This server cannot read photographs." in page
    assert 'type="file"' not in page
    assert send(client, picture()).status_code == 501


def test_a_photograph_is_answered_by_its_path(client: TestClient) -> None:
    answer = send(client, picture())
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    about = answer.json()
    assert is_solution(cells_of(about["points"]))
    assert about["sentence"].startswith("A maze of 12 by 9 cells.")
    assert "۱۲" in send(client, picture(), "fa").json()["sentence"]


SHAPES = {
    "heart": "30x30/7.png?shape=heart",
    "hexagonal": "20x16/7.png?shape=hexagonal&look=dark",
    "circular": "20x20/7.png?shape=circular",
    "voronoi": "12x12/7.png?shape=voronoi&cell=24",
}


def walls_under(data: bytes, points: list[list[float]], wall: str) -> int:
    """How many points along a line lie on pixels in the colour of walls."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    colour = np.array(list(bytes.fromhex(wall)))
    found = 0
    for (x, y), (x2, y2) in pairwise(points):
        for share in np.linspace(0, 1, 20):
            at = pixels[int(y + (y2 - y) * share), int(x + (x2 - x) * share)]
            found += bool(np.all(at == colour))
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_our_own_pictures_of_shapes_are_read(client: TestClient, shape: str) -> None:
    data = client.get(f"/maze/wilson/{SHAPES[shape]}&ends=border").content
    answer = send(client, data)
    assert answer.status_code == 200
    about = answer.json()
    assert re.fullmatch(r"A maze of \d+ cells\. Steps from .*: \d+\.", about["sentence"])
    wall = "e6e1d6" if "dark" in SHAPES[shape] else "1d2733"
    assert walls_under(data, about["points"], wall) == 0
    overlay = client.post("/en/photo", files={"photo": ("a.png", data)})
    assert overlay.headers["content-type"] == "image/jpeg"
    # Without ends in it, they are chosen, and found again by their places.
    plain = client.get(f"/maze/wilson/{SHAPES[shape]}&ends=none").content
    assert send(client, plain).json()["reason"] == "ends"
    line = np.array(about["points"])
    (x, y), (x2, y2) = (line[0] + line[1]) // 2, (line[-2] + line[-1]) // 2
    places = f"{x:.0f},{y:.0f}-{x2:.0f},{y2:.0f}"
    again = send(client, plain, places=places).json()
    assert again["steps"] == about["steps"]
    assert send(client, plain, places="1,1-1,1").json()["reason"] == "places"


def test_our_own_pictures_are_not_trusted(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = client.get(f"/maze/wilson/{SHAPES['hexagonal']}&ends=border").content
    assert send(client, whole[:-500]).json()["reason"] == "damaged"
    other = b'"cell":16'
    assert whole.count(other) == 1
    assert send(client, whole.replace(other, b'"cell":17')).json()["reason"] == "damaged"
    monkeypatch.setattr(own_pictures, "MOST_CELLS", 100)
    assert send(client, whole).json()["reason"] == "unrecognised"


def test_a_real_photograph(client: TestClient) -> None:
    look = photographs.Look(turn=7, light=0.3, quality=80, pixels=16)
    taken = photographs.photograph(look, 3)
    points = send(client, taken.data).json()["points"]
    assert taken.is_right(points[1:-1])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "none"),
        (b"no picture", "damaged"),
        (picture()[:600], "damaged"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic"),
        (picture(mazes=2), "several"),
        (picture(None), "ends"),
    ],
)
def test_refusals_have_a_reason_and_a_sentence(
    client: TestClient, data: bytes, reason: str
) -> None:
    answer = send(client, data)
    assert answer.status_code == 422
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["reason"] == reason
    assert answer.json()["sentence"] == problem_texts.PHOTO_PROBLEMS[reason] % {"count": 2}
    page = client.post("/en/photo", files={"photo": ("a.jpg", data)})
    assert page.status_code == 422
    known = problem_texts.PHOTO_PROBLEMS
    plain = known.get(f"plain_{reason}", known[reason])
    assert plain % {"count": 2} in page.text


def test_every_reason_has_a_sentence_without_options() -> None:
    assert set(REASONS) <= set(problem_texts.PHOTO_PROBLEMS)
    values = {"count": 2, "megabytes": 20, "pixels": 20}
    for sentence in problem_texts.PHOTO_PROBLEMS.values():
        assert "--" not in sentence % values


def test_a_picture_that_shows_nothing_is_refused(client: TestClient) -> None:
    noise = encoded(Image.effect_noise((200, 150), 60))
    assert send(client, noise).json()["reason"] == "unrecognised"


def test_limits_of_pixels_and_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MAX_PIXELS", 10_000)
    assert send(client, picture()).json()["reason"] == "pixels"
    monkeypatch.undo()
    monkeypatch.setattr(photos, "SECONDS", -1)
    assert send(client, picture()).json()["reason"] == "time"


def test_a_file_that_is_too_large_is_refused_with_a_page(client: TestClient) -> None:
    answer = client.post("/en/photo", files={"photo": ("a.jpg", bytes(MAX_BYTES + 20_000))})
    assert answer.status_code == 413
    assert "larger than 20 megabytes" in answer.text


def test_a_client_sends_one_photograph_at_a_time() -> None:
    app = create_app()
    others = {f"1.2.3.{number}" for number in range(uploads.MOST_CLIENTS)}
    with TestClient(app) as client:
        for known in ({"testclient"}, others):
            app.state.uploading |= known
            answer = send(client, picture())
            assert answer.status_code == 503
            assert "retry-after" in answer.headers
            app.state.uploading -= known
        assert send(client, picture()).status_code == 200


def test_a_slow_sender_is_let_go(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "SECONDS_TO_SEND", 0)
    answer = send(client, picture())
    assert answer.status_code == 408
    assert answer.json()["reason"] == "sending"


def test_who_leaves_while_sending_gives_the_place_up() -> None:
    app = create_app()
    said: list[Any] = []

    async def upload() -> None:
        parts = iter([{"type": "http.request", "body": b"--a", "more_body": True}])

        async def receive() -> Any:
            return next(parts, {"type": "http.disconnect"})

        async def send_back(message: Any) -> None:
            said.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/en/photo", "query_string": b"",
            "headers": [], "client": ("1.2.3.4", 5), "server": ("x", 80), "scheme": "http",
        }  # fmt: skip
        await app(scope, receive, send_back)

    run_scene(upload())
    assert said[0]["status"] == 499
    assert not app.state.uploading


def test_one_of_several_mazes_is_chosen(client: TestClient) -> None:
    data = picture(mazes=2)
    assert send(client, data).json()["count"] == 2
    page = client.post("/fa/photo", files={"photo": ("a.jpg", data)}).text
    assert re.findall(r'name="which" value="(\d)"', page) == ["1", "2"]
    points = send(client, data, which="2").json()["points"]
    width = 12 * 18 + 3 + 60
    assert is_solution(cells_of([[x - width, y] for x, y in points]))
    assert send(client, data, which="3").json()["reason"] == "several"
    assert send(client, data, which="9" * 30).json()["reason"] == "several"


def test_start_and_end_are_chosen_in_the_picture(client: TestClient) -> None:
    ends = Ends((1, 2), (10, 7))
    places = "-".join(f"{30 + 18 * x + 5},{30 + 18 * y + 14}" for x, y in ends)
    points = send(client, picture(None), places=places).json()["points"]
    assert is_solution(cells_of(points), ends)
    for nonsense in ("1,2-3,x", "1,2-" + 9 * "9" + ",4"):
        assert send(client, picture(None), places=nonsense).json()["reason"] == "ends"
    same = send(client, picture(None), places="40,40-41,41").json()
    assert same["reason"] == "places"


names = st.text(st.characters(exclude_characters='"\r\n', codec="utf-8"), max_size=10)


@examples(100)
@given(fields=st.dictionaries(names, st.binary(max_size=60), max_size=4), extra=st.binary())
def test_forms_are_read_as_browsers_send_them(fields: dict[str, bytes], extra: bytes) -> None:
    boundary = b"----FormBoundary7MA4YWxk"
    head = b'\r\nContent-Disposition: form-data; name="%s"; filename="a"\r\nContent-Type: x/y'
    parts = [head % name.encode() + b"\r\n\r\n" + content for name, content in fields.items()]
    body = b"".join(b"--" + boundary + part + b"\r\n" for part in parts)
    content_type = f"multipart/form-data; boundary={boundary.decode()}"
    assert parse_multipart(content_type, body + b"--" + boundary + b"--\r\n") == fields
    # Any bytes are read without an error.
    parse_multipart(content_type, extra)
    parse_multipart("multipart/form-data; boundary=a", extra)
    assert parse_multipart(extra.decode("latin-1"), body) == {}


def test_a_form_of_countless_fields_costs_little() -> None:
    part = b'\r\n--a\r\nContent-Disposition: form-data; name="%d"\r\n\r\nx'
    body = b"".join(part % number for number in range(100))
    fields = parse_multipart("multipart/form-data; boundary=a", body)
    assert fields == {str(number): b"x" for number in range(16)}
    # A last field without its end is no field of many.
    assert parse_multipart("multipart/form-data; boundary=a", b"\r\n--a" * 10**6) == {}


# In a browser.


def payload(data: bytes) -> FilePayload:
    return {"name": "maze.png", "mimeType": "image/png", "buffer": data}


def red_at(page: Page, x: float, y: float) -> bool:
    """Whether the canvas is red at a place."""
    r, g, *_ = page.locator("#photograph").evaluate(
        # Of a copy: reading the canvas itself makes the browser warn.
        """(it, [x, y]) => {
            const ink = new OffscreenCanvas(1, 1).getContext("2d");
            ink.drawImage(it, -x, -y);
            return [...ink.getImageData(0, 0, 1, 1).data];
        }""",
        [int(x), int(y)],
    )
    return bool(r > 150 > 110 > g)


def middle(cell: tuple[int, int]) -> tuple[float, float]:
    return 30 + 18 * (cell[0] + 0.5) + 1.5, 30 + 18 * (cell[1] + 0.5) + 1.5


@pytest.mark.parametrize("code", [deep("en"), "fa"])
def test_a_visitor_solves_a_photograph(page: Page, code: str) -> None:
    page.goto(f"/{code}/")
    page.locator(".more summary").click()
    page.locator(f".more a[href='/{code}/photo']").click()
    photograph = page.locator("#photograph")
    page.locator("#photo").set_input_files(payload(picture()))
    expect(photograph).to_be_visible()
    page.locator("#photo-form .generate").click()
    expect(page.locator("#photo-save")).to_be_visible()
    expect(page.locator("#photo-state")).to_contain_text("۱۲" if code == "fa" else "12 by 9")
    path = labirinto.solve(MAZE, *ENDS).cells
    assert all(red_at(page, *middle(cell)) for cell in path)
    aside = next(cell for cell in MAZE.grid if cell not in path)
    assert not red_at(page, *middle(aside))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    with page.expect_download() as waiting:
        page.locator("#photo-save").click()
    with Image.open(waiting.value.path()) as saved:
        assert saved.format == "JPEG"


def test_a_picture_that_lies_and_is_of_another_kind_is_solved(page: Page) -> None:
    exif = Image.Exif()
    exif[0x0112] = 8  # held on its side
    page.add_init_script(
        """const { set } = FormData.prototype;
        FormData.prototype.set = function (name, value, ...rest) {
            if (name === "photo") window.sent = value;
            set.call(this, name, value, ...rest);
        };"""
    )
    page.goto("/en/photo")
    for kind, options in (("jpeg", {"exif": exif.tobytes()}), ("bmp", {})):
        data = picture(format=kind.upper(), **options)
        file: FilePayload = {"name": f"a.{kind}", "mimeType": f"image/{kind}", "buffer": data}
        page.locator("#photo").set_input_files(file)
        page.locator("#photo-form .generate").click()
        upright = kind == "bmp"
        said = "12 by 9" if upright else "9 by 12"
        expect(page.locator("#photo-state")).to_contain_text(said)
        # What browsers usually have is sent as it is, anything else as JPEG.
        is_whole = page.evaluate("sent.size") == len(data)
        assert (is_whole, page.evaluate("sent.type")) == (kind == "jpeg", "image/jpeg")
        x, y = middle(labirinto.solve(MAZE, *ENDS).cells[3])
        width = 12 * 18 + 3 + 60
        assert red_at(page, x, y) if upright else red_at(page, y, width - x)


@pytest.mark.parametrize("by", ["pointer", deep("keys")])
def test_a_visitor_chooses_start_and_end(open_page: Opener, by: str) -> None:
    page = open_page()  # since the browser logs the answer 422
    page.goto("/en/photo")
    page.locator("#photo").set_input_files(payload(picture(None)))
    page.locator("#photo-form .generate").click()
    expect(page.locator("#photo-problem")).to_contain_text("begins and ends")
    photograph = page.locator("#photograph")
    expect(photograph).to_be_focused()
    expect(page.locator("#photo-state")).to_have_text("Choose the start in the picture.")
    if by == "pointer":
        first, last = (dict(zip("xy", middle(cell), strict=True)) for cell in ENDS)
        photograph.click(position=first)
        expect(page.locator("#photo-state")).to_have_text("Now choose the end.")
        photograph.click(position=last)
    else:
        for key in ("ArrowLeft", "Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
    expect(page.locator("#photo-state")).to_contain_text("12 by 9")
    expect(page.locator("#photo-problem")).to_be_empty()
    if by == "pointer":
        assert all(red_at(page, *middle(cell)) for cell in labirinto.solve(MAZE, *ENDS))


def test_a_visitor_chooses_one_of_two_mazes(open_page: Opener) -> None:
    page = open_page()  # since the browser logs the answer 422
    page.goto("/en/photo")
    page.locator("#photo").set_input_files(payload(picture(mazes=2)))
    page.locator("#photo-form .generate").click()
    page.get_by_role("radio", name="Maze 2").check(force=True)
    expect(page.locator("#photo-state")).to_contain_text("12 by 9")
    x, y = middle(ENDS.start)
    assert red_at(page, x + 12 * 18 + 3 + 60, y)
    assert not red_at(page, x, y)
