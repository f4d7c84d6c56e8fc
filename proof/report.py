"""The page: what is claimed, how it was tested, what was found, and the rule of the verdicts."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chances import FALSE_ALARM, Verdict, limit_for
from scripts import table


@dataclass(frozen=True)
class Section:
    """A claim and what came of it.

    Attributes:
        title: Of the section.
        claim, method, otherwise: Paragraphs: what is claimed, how it is tested, and what would be
            seen if it were not so.
        found: Markdown: tables and sentences.
        pictures: File and what it shows.
        verdicts: Every test that was made.
        seconds: That it took.
    """

    title: str
    claim: str
    method: str
    found: str
    otherwise: str
    pictures: Sequence[tuple[str, str]]
    verdicts: Sequence[Verdict]
    seconds: float = field(default=0, compare=False)


WIDTH = 100
"""Of the lines of a paragraph."""

RULE = """\
## The rule, before any figure

Every test asks: if the claim holds, how likely is a figure that deviates at least as much as this
one? That probability is the *chance* in the tables. A chance of 0.1 is unremarkable: one test in
ten has a lower one. All tests of a run together may accuse correct mazes once in {alarms:,} runs.
They share this equally: {tests} tests were made, so a test fails if its chance is below
{limit:.1e}. The bound holds however the tests depend on each other (Boole). Fits that are too good
fail as well.

Where a sampler is *known* to be wrong (a biased walk, Eller's and Kruskal's algorithms) the rule is
reversed: the run fails unless the chance is below the same {limit:.1e}, that is, unless the suite
detects the fault. A run in which any test fails exits with an error and names the test.

"""

AFTER_SUMMARY = """\
If the claims hold, chances are spread evenly from 0 to 1 and follow the diagonal. Bounds for the
largest of many deviations are conservative and lie above it. Bounds that reach 1 and exact results
are left out.

"""


def page(
    facts: Sequence[str], sections: Sequence[Section], summary_picture: str, command: str
) -> str:
    """The whole of it."""
    verdicts = [verdict for section in sections for verdict in section.verdicts]
    limit = limit_for(verdicts)
    failed = failures(sections)
    honest = [verdict for verdict in verdicts if not verdict.rejects]
    least = min(honest, key=lambda verdict: verdict.chance)
    parts = [
        "# Proof that every maze is equally likely\n\n",
        f"Written by `{command}`; all figures and plots are from one run.\n\n",
        *(f"- {fact}\n" for fact in facts),
        "\n",
        wrapped(RULE.format(alarms=round(1 / FALSE_ALARM), tests=len(verdicts), limit=limit)),
        "## The outcome\n\n",
        outcome(verdicts, failed, least),
        table(
            ("Claim", "Tests", "Least chance", "To be detected", "Verdict"),
            (summary_line(section, limit) for section in sections),
        ),
        f"![All chances in order]({summary_picture})\n\n",
        AFTER_SUMMARY,
    ]
    for section in sections:
        parts += [
            f"## {section.title}\n\n",
            wrapped(f"**The claim.** {section.claim}"),
            wrapped(f"**The test.** {section.method}"),
            wrapped(f"**Result.** {section.found}"),
            *(f"![{what}](images/{file})\n\n" for file, what in section.pictures),
            wrapped(f"**If the claim were false.** {section.otherwise}"),
        ]
    return "".join(parts).rstrip() + "\n"


def page_of(title: str, command: str, facts: Sequence[str], *parts: str) -> str:
    """A page of one section: lines of facts, then paragraphs and tables."""
    head = f"# {title}\n\nWritten by `{command}`; all figures are from one run.\n\n"
    head += "".join(f"{fact}\n" for fact in facts) + "\n"
    return (head + "".join(map(wrapped, parts))).rstrip() + "\n"


def wrapped(text: str) -> str:
    """Paragraphs in lines of a house's width; tables as they are."""
    paragraphs = (
        part if part.startswith("|") else textwrap.fill(part, WIDTH, break_on_hyphens=False)
        for part in map(str.strip, text.split("\n\n"))
    )
    return "\n\n".join(filter(None, paragraphs)) + "\n\n"


def outcome(verdicts: Sequence[Verdict], failed: Sequence[str], least: Verdict) -> str:
    if failed:
        lines = "".join(f"- {what}\n" for what in failed)
        return f"**{len(failed)} of {len(verdicts)} tests failed:**\n\n{lines}\n"
    rejected = sum(verdict.rejects for verdict in verdicts)
    return wrapped(
        f"**All {len(verdicts)} tests passed.** Of the {len(verdicts) - rejected} tests of "
        f"claims, the lowest chance is {chance_text(least.chance)} "
        f"({least.what}). All {rejected} tests of samplers known to be wrong detected them."
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
        f"{'not detected, ' if verdict.rejects else ''}chance {chance_text(verdict.chance)}"
        for section in sections
        for verdict in section.verdicts
        if not verdict.holds(limit)
    ]


def chance_text(chance: float) -> str:
    """Two digits: 0.43, 3.1e-05, below 1e-300."""
    if chance < 1e-300:
        return "< 1e-300"
    return (
        f"{chance:.2f}"
        if chance >= 0.095
        else f"{chance:.1e}"
        if chance < 1e-3
        else f"{chance:.2g}"
    )


def with_error(value: float, error: float) -> str:
    """A value with two digits of its error: 1.2490 ± 0.0021.

    What has no error but rounding is given without.
    """
    if error < 1e-12 * abs(value):
        return f"{value:.6g}"
    digits = max(0, 1 - math.floor(math.log10(error))) if error > 0 else 6
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def draw_summary(sections: Sequence[Section], folder: Path) -> str:
    """The chances of all that is claimed, in order."""
    import plots

    chances = sorted(
        verdict.chance
        for section in sections
        for verdict in section.verdicts
        # What is exact has no chance, and bounds come to 1.
        if not verdict.rejects and verdict.chance < 1
    )
    figure, axes = plots.panels(1, 1, height=4)
    places = [(k + 0.5) / len(chances) for k in range(len(chances))]
    axes.plot(places, chances, ".", ms=4, color=plots.HONEST, label="tests of claims")
    axes.plot([0, 1], [0, 1], color=plots.THEORY, lw=1, label="if all is as claimed")
    axes.set_xlabel("share of the tests")
    axes.set_ylabel("chance")
    axes.set_aspect("equal")
    axes.legend(fontsize=8)
    return plots.save(figure, folder, "chances")
