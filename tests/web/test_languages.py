"""The languages, complete: catalogues, articles, negotiation, digits and dates."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from gettext import c2py
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from starlette.testclient import TestClient

from labirinto.algorithms.articles import Article, article
from labirinto.algorithms.generating import ALGORITHMS
from labirinto.algorithms.record import Algorithm
from labirinto.asking.paper import LANGUAGE
from labirinto.book import WORDS
from labirinto.web import languages, problem_texts, script_texts
from labirinto.web.calendars import jalali
from labirinto.web.fields import parameters_of
from labirinto.web.forms import sentence
from labirinto.web.languages import LANGUAGES, language_for, negotiate
from labirinto.web.maze_fields import SIZE

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "src" / "labirinto" / "web"
LOCALES = WEB / "locales"


def read(path: Path) -> Catalog:
    with path.open("rb") as lines:
        return read_po(lines)


TEMPLATE = read(LOCALES / "labirinto.pot")
CATALOGUES = {code: LOCALES / code / "LC_MESSAGES" / "labirinto.po" for code in LANGUAGES}
TAGS = {"h2", "p", "ol", "ul", "li", "figure", "a", "em", "strong", "cite", "code", "sup", "sub"}
TAGS |= {"span", "q", "i", "b", "bdi"}
"""The elements of articles."""

codes = pytest.mark.parametrize("code", LANGUAGES)


def test_catalogues_articles_and_books_have_the_same_languages() -> None:
    assert set(LANGUAGES) == set(WORDS) == {path.name for path in (WEB / "articles").iterdir()}
    assert set(LANGUAGES) >= {"en", "it", "pt", "fa", "pa"}
    assert LANGUAGE.metavar.split("|") == list(WORDS)


@codes
def test_books_are_written_as_the_page_is(code: str) -> None:
    language, words = LANGUAGES[code], WORDS[code]
    assert words.digits == language.digits
    assert words.right_to_left == (language.direction == "rtl")


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "tools")
    return importlib.import_module("messages")


def test_a_new_message_has_no_translation(messages: ModuleType) -> None:
    template = messages.extract()
    template.add("What nobody has translated yet.")
    for code in ("en", "fa", "it"):
        found = messages.update(CATALOGUES[code], template).get("What nobody has translated yet.")
        assert found.string == (found.id if code == "en" else None)


def test_the_template_has_the_messages_of_the_sources(messages: ModuleType) -> None:
    known = {message.id for message in TEMPLATE if message.id}
    assert {message.id for message in messages.extract() if message.id} == known, "make messages"


def texts_of(found: str | tuple[str, ...]) -> tuple[str, ...]:
    """The forms of a message; of one without a number, its only one."""
    return (found,) if isinstance(found, str) else found


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"%\(\w+\)s|%(?!\()", text))


@codes
def test_catalogues_are_complete(code: str) -> None:
    catalogue = read(CATALOGUES[code])
    wanted = {message.id for message in TEMPLATE if message.id}
    assert {message.id for message in catalogue if message.id} == wanted
    assert not catalogue.obsolete
    numbers = Counter(map(c2py(catalogue.plural_expr), range(1000)))
    for message in catalogue:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        assert message.string, message.id
        originals, forms = texts_of(message.id), texts_of(message.string)
        assert all(forms), message.id
        assert len(forms) == (catalogue.num_plurals if message.pluralizable else 1), message.id
        wanted = placeholders(originals[-1])
        for place, form in enumerate(forms):
            found = placeholders(form)
            # What is said of a single number, such as two, may have it as a word.
            is_single = message.pluralizable and numbers[place] == 1
            assert found == wanted or (is_single and set(found) < set(wanted)), message.id


@codes
def test_compiled_catalogues_are_current(code: str) -> None:
    buffer = BytesIO()
    write_mo(buffer, read(CATALOGUES[code]))
    written = CATALOGUES[code].with_suffix(".mo").read_bytes()
    # Without the header, which has dates.
    from babel.support import Translations

    fresh, kept = Translations(BytesIO(buffer.getvalue())), Translations(BytesIO(written))
    for message in TEMPLATE:
        if message.id:
            one, *more = texts_of(message.id)
            for number in range(12) if more else ():
                said = [it.ngettext(one, *more, number) for it in (kept, fresh)]
                assert said[0] == said[1], "make messages"
            if not more:
                assert kept.gettext(one) == fresh.gettext(one), "make messages"


@codes
@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_an_article_has_its_notes_and_all_steps(code: str, algorithm: Algorithm) -> None:
    about = article(algorithm.name, code)
    parameters = {parameter.name for parameter in algorithm.textures}
    assert set(about.notes) == {"title", "short", "summary", "published", "changed", *parameters}
    assert all(about.notes.values())
    published, changed = map(date.fromisoformat, (about.notes["published"], about.notes["changed"]))
    assert published <= changed
    steps = [int(number) for number in re.findall(r'<li data-step="(\d)"', about.body)]
    assert steps == list(range(1, len(algorithm.example_steps) + 1))
    figures = re.findall(r'{{ figure\((\d), "([^"]+)"\) }}', about.body)
    assert [int(step) for step, _ in figures] == steps
    assert len({words for _, words in figures}) == len(figures)
    assert set(re.findall(r"</?(\w+)", about.body)) <= TAGS


def test_without_an_article_an_algorithm_has_its_english_names() -> None:
    english = article("kruskal", "en")
    assert article("kruskal", "xx") == Article(english.notes, "")


@pytest.mark.parametrize(
    ("accept", "code"),
    [
        ("", "en"),
        ("de", "en"),
        ("it", "it"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("de-DE,de;q=0.9,fa;q=0.5,en;q=0.4", "fa"),
        ("en;q=0.2,pa-Guru-IN;q=0.7", "pa"),
        ("pa-PK,it;q=0.5", "it"),  # written in Arabic letters
        ("it-CH-x-foo", "it"),
        ("it;q=0,en", "en"),
        ("*", "en"),
        (",;q=,=;;\x00", "en"),
    ],
)
def test_the_language_of_a_browser(accept: str, code: str) -> None:
    assert negotiate(accept) == code


@pytest.mark.parametrize(
    ("accept", "code"),
    [("pt-BR,pt;q=0.9", "pt-BR"), ("PT-br", "pt-BR"), ("pt", "pt"), ("pt-PT", "pt"),
     ("pt-AO,it;q=0.5", "pt"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-CN", "en")],
)  # fmt: skip
def test_a_language_is_found_by_region_and_script(
    accept: str, code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for one in ("en", "it", "pt", "pt-BR", "zh-Hant"):
        folder = tmp_path / one / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "labirinto.mo").write_bytes(CATALOGUES["en"].with_suffix(".mo").read_bytes())
    monkeypatch.setattr(languages, "LOCALES", tmp_path)
    monkeypatch.setattr(languages, "LANGUAGES", languages.load_languages())
    assert negotiate(accept) == code
    assert languages.LANGUAGES["pt-BR"].tag == "pt_BR"
    assert languages.LANGUAGES["zh-Hant"].tag == "zh_TW"
    names = {it: languages.LANGUAGES[it].name for it in ("it", "pt", "pt-BR")}
    assert names == {"it": "Italiano", "pt": "Português (Portugal)", "pt-BR": "Português (Brasil)"}


def test_a_number_selects_the_form_of_a_message() -> None:
    far = script_texts.MESSAGES["far"]
    assert LANGUAGES["it"].counted(far, 1, steps=1) == "lontano (1 passo)"
    assert LANGUAGES["it"].counted(far, 2, steps=2) == "lontano (2 passi)"
    forms = LANGUAGES["it"].forms(far)
    assert forms["one"] % {"steps": 1} == "lontano (1 passo)"
    assert forms["other"] % {"steps": 2} == "lontano (2 passi)"


def test_the_address_comes_first_and_the_cookie_before_the_browser() -> None:
    assert language_for("/it/wilson", "fa", "pt").code == "it"
    assert language_for("/nowhere", "fa", "pt").code == "fa"
    assert language_for("/nowhere", "xx", "pt").code == "pt"


def test_a_language_chosen_by_hand_is_remembered(client: TestClient) -> None:
    place = "/en/wilson?seed=a%2Fb&ends=corners"
    answer = client.get("/set-language", params={"to": "pa", "at": place})
    assert answer.headers["location"] == "/pa/wilson?seed=a%2Fb&ends=corners"
    assert "language=pa" in answer.headers["set-cookie"]
    try:
        assert client.get("/", headers={"Accept-Language": "it"}).headers["location"] == "/pa/"
    finally:
        client.cookies.clear()
    assert client.get("/", headers={"Accept-Language": "it"}).headers["location"] == "/it/"


@pytest.mark.parametrize(
    "place",
    ["https://evil.example/", "//evil.example/x", "/\\evil", "/en/wilson/..//x", "x\r\nA: b"],
)
def test_choosing_a_language_redirects_to_no_other_site(client: TestClient, place: str) -> None:
    answer = client.get("/set-language", params={"to": "it", "at": place})
    client.cookies.clear()
    assert answer.headers["location"] == "/it/"


def test_a_missing_page_is_reported_in_the_nearest_language(client: TestClient) -> None:
    for code in LANGUAGES:
        answer = client.get(f"/{code}/nothing")
        assert answer.status_code == 404
        assert LANGUAGES[code].text(problem_texts.NOT_FOUND[0]) in answer.text
    answer = client.get("/xx/", headers={"Accept-Language": "it"})
    assert '<html lang="it"' in answer.text


def test_numbers_and_dates() -> None:
    day = date(2026, 11, 21)
    assert LANGUAGES["fa"].date(day) == "۳۰ آبان ۱۴۰۵"
    assert LANGUAGES["it"].date(day) == "21 novembre 2026"
    assert LANGUAGES["pt"].date(day) == "21 de novembro de 2026"
    assert LANGUAGES["en"].date(day) == "21 November 2026"
    assert LANGUAGES["pa"].date(day) == "21 ਨਵੰਬਰ 2026"
    assert LANGUAGES["fa"].number(5000.5) == "۵٬۰۰۰٫۵"
    assert LANGUAGES["it"].number(0.5) == "0,5"
    assert LANGUAGES["pa"].number(5000) == "5,000"
    assert LANGUAGES["fa"].percent(0.25) == "۲۵٪"
    bengali = replace(LANGUAGES["pa"], locale=Locale("bn"), digits="beng")
    assert bengali.percent(0.25) == "২৫%"


@pytest.mark.parametrize(
    ("day", "persian"),
    [
        (date(1979, 2, 11), (1357, 11, 22)),
        (date(2000, 1, 1), (1378, 10, 11)),
        (date(2021, 3, 20), (1399, 12, 30)),  # a leap year's last day
        (date(2021, 3, 21), (1400, 1, 1)),
        (date(2025, 3, 20), (1403, 12, 30)),
        (date(2026, 3, 20), (1404, 12, 29)),
        (date(2026, 9, 22), (1405, 6, 31)),
        (date(2026, 9, 23), (1405, 7, 1)),
    ],
)
def test_persian_days(day: date, persian: tuple[int, int, int]) -> None:
    assert jalali(day) == persian


def test_persian_days_follow_each_other() -> None:
    day = date(1850, 1, 1)
    before = jalali(day)
    leap_years = set()
    while day < date(2200, 1, 1):
        day += timedelta(days=1)
        year, month, number = jalali(day)
        if number == 1:
            last = 31 if before[1] <= 6 else 30 if before[1] < 12 else 29
            assert before[2] in (last, last + (before[1] == 12))
            assert (year, month) == (
                (before[0], before[1] + 1) if before[1] < 12 else (before[0] + 1, 1)
            )
            if before[1] == 12 and before[2] == 30:
                leap_years.add(before[0])
        else:
            assert (year, month, number) == (before[0], before[1], before[2] + 1)
        before = (year, month, number)
    # As Iran's calendar had them and will have them.
    assert {1370, 1375, 1379, 1383, 1387, 1391, 1395, 1399, 1403, 1408} <= leap_years
    assert not leap_years & {1371, 1396, 1400, 1404, 1405, 1406, 1407}


def test_a_day_outside_the_supported_years_is_refused() -> None:
    with pytest.raises(ValueError, match="1500-01-01"):
        jalali(date(1500, 1, 1))


@codes
def test_problems_are_reported_in_the_language(client: TestClient, code: str) -> None:
    page = client.get(f"/{code}/eller?width=x&seed=-1&join=7&seed=-1")
    assert page.status_code == 422
    language = LANGUAGES[code]
    assert sentence(language, parameters_of("eller"), "join", {}) in page.text
    assert sentence(language, SIZE, "width", {}) in page.text
    assert language.number(5000) in sentence(language, SIZE, "width", {})


@codes
def test_limits_can_be_typed_as_they_are_written(client: TestClient, code: str) -> None:
    # Sentences group the digits of all numbers; fields have plain ones and take both.
    for limit in (LANGUAGES[code].number(5000), LANGUAGES[code].plain_number(5000)):
        page = client.get(f"/{code}/eller?width={limit}&height=1&seed=1", follow_redirects=True)
        assert page.status_code == 200
        assert "width=5000&" in str(page.url)


def test_a_shared_page_names_language_and_country(client: TestClient) -> None:
    for code, country in {"en": "GB", "it": "IT", "fa": "IR", "pa": "IN", "pt": "PT"}.items():
        page = client.get(f"/{code}/").text
        assert f'property="og:locale" content="{code}_{country}"' in page
