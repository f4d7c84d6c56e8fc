"""The page: what is claimed, how it was tested, what was found, and the rule of the verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from chances import FALSE_ALARM, Verdict, limit_for


@dataclass(frozen=True)
class Section:
    """A claim and what came of it.

    Attributes:
        title: of the section.
        claim, method, otherwise: paragraphs: what is claimed, how it is tested, and what would be
            seen if it were not so.
        found: Markdown: tables and sentences.
        pictures: file and what it shows.
        verdicts: every test that was made.
        seconds: that it took.
    """

    title: str
    claim: str
    method: str
    found: str
    otherwise: str
    pictures: Sequence[tuple[str, str]]
    verdicts: Sequence[Verdict]
    seconds: float = field(default=0, compare=False)


RULE = """\
## The rule, before any figure

Every test asks: were the mazes as claimed, how likely would a figure be that is as far off as this
one, or further? That is the *chance* in the tables. Chances near 1 and near 0.1 are nothing: of ten
tests one has a chance below 0.1. All tests of a run together may accuse honest mazes once in
{alarms:,} runs. They share that equally: {tests} tests were made, so a test fails if its chance
is below {limit:.1e}. That bound is right however the tests depend on each other (Boole). Fits that
are too good fail too. Where a sampler is *known* to be wrong (a biased walk, Eller's and Kruskal's
algorithms) the rule is turned round: the run fails unless the chance is below that same
{limit:.1e}, that is, unless the suite finds it out. A run that fails in anything exits with an error
and says in what.

"""


def page(
    facts: Sequence[tuple[str, str]], sections: Sequence[Section], summary_picture: str, command: str
) -> str:
    """The whole of it."""
    verdicts = [verdict for section in sections for verdict in section.verdicts]
    limit = limit_for(verdicts)
    failed = failures(sections)
    honest = [verdict for verdict in verdicts if not verdict.rejects]
    least = min(honest, key=lambda verdict: verdict.chance)
    parts = [
        "# Proof that every maze is equally likely\n\n",
        f"Written by `{command}`, figures and plots from that very run.\n\n",
        *(f"- {name}: {value}\n" for name, value in facts),
        "\n",
        RULE.format(alarms=round(1 / FALSE_ALARM), tests=len(verdicts), limit=limit),
        "## The outcome\n\n",
        outcome(verdicts, failed, least),
        table(
            ("Claim", "Tests", "Least chance", "Wrong ones to be found out", "Verdict"),
            (summary_line(section, limit) for section in sections),
        ),
        f"![All chances in order]({summary_picture})\n\n",
        "If all is as claimed, chances are spread evenly from 0 to 1, and their curve follows the\n"
        "diagonal. Bounds for the largest of many deviations are cautious, and gather at 1.\n\n",
    ]
    for section in sections:
        parts += [
            f"## {section.title}\n\n",
            f"**The claim.** {section.claim}\n\n",
            f"**The test.** {section.method}\n\n",
            f"**Found.** {section.found.strip()}\n\n",
            *(f"![{what}](images/{file})\n\n" for file, what in section.pictures),
            f"**If it were not so.** {section.otherwise}\n\n",
        ]
    return "".join(parts).rstrip() + "\n"


def outcome(verdicts: Sequence[Verdict], failed: Sequence[str], least: Verdict) -> str:
    if failed:
        lines = "".join(f"- {what}\n" for what in failed)
        return f"**{len(failed)} of {len(verdicts)} tests failed:**\n\n{lines}\n"
    rejected = sum(verdict.rejects for verdict in verdicts)
    return (
        f"**All {len(verdicts)} tests passed.** Of the {len(verdicts) - rejected} of what is "
        f"claimed, the least likely figure has a chance of {chance_text(least.chance)} "
        f"({least.what}). All {rejected} of what is known to be wrong found it out.\n\n"
    )


def summary_line(section: Section, limit: float) -> tuple[str, ...]:
    honest = [verdict.chance for verdict in section.verdicts if not verdict.rejects]
    wrong = [verdict for verdict in section.verdicts if verdict.rejects]
    found_out = sum(verdict.holds(limit) for verdict in wrong)
    passed = all(verdict.holds(limit) for verdict in section.verdicts)
    return (
        section.title,
        str(len(honest)),
        chance_text(min(honest)) if honest else "-",
        f"{found_out} of {len(wrong)}" if wrong else "-",
        "passed" if passed else "**failed**",
    )


def failures(sections: Iterable[Section]) -> list[str]:
    """Which tests failed, in words."""
    sections = list(sections)
    limit = limit_for([verdict for section in sections for verdict in section.verdicts])
    return [
        f"{section.title}: {verdict.what}: "
        f"{'not found out, ' if verdict.rejects else ''}chance {chance_text(verdict.chance)}"
        for section in sections
        for verdict in section.verdicts
        if not verdict.holds(limit)
    ]


def chance_text(chance: float) -> str:
    """Two digits: 0.43, 3.1e-05, below 1e-300."""
    if chance < 1e-300:
        return "< 1e-300"
    return f"{chance:.2f}" if chance >= 0.095 else f"{chance:.1e}" if chance < 1e-3 else f"{chance:.2g}"


def with_error(value: float, error: float) -> str:
    """A value with two digits of its error: 1.2490 ± 0.0021."""
    digits = max(0, 1 - math.floor(math.log10(error))) if error > 0 else 6
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Markdown, with columns as wide as they need."""
    rows = [tuple(head), *map(tuple, lines)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    text = (
        " | ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"| {line} |\n" for line in text) + "\n"
