"""The words of a book in five languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labirinto.errors import InvalidValueError


@dataclass(frozen=True)
class Words:
    """The words of a language.

    Attributes:
        mazes, answers, size, difficulty, seed: headings and labels.
        chosen: a sentence about the choice of the mazes, with ``{n}`` for the candidates.
        again: a sentence about the commands below the mazes.
        right_to_left: the direction of the text.
        digits: the digits from 0 to 9.
    """

    mazes: str
    answers: str
    size: str
    difficulty: str
    seed: str
    chosen: str
    again: str
    right_to_left: bool = False
    digits: str = "0123456789"

    def number(self, value: float) -> str:
        """Return a number without decimals, in the digits of the language."""
        return self.in_digits(f"{value:.0f}")

    def in_digits(self, number: str) -> str:
        """Return a number in the digits of the language."""
        return number.translate(str.maketrans("0123456789", self.digits))

    def sides(self, width: int, height: int) -> str:
        """Return a size in cells."""
        return f"{self.number(width)} × {self.number(height)}"


WORDS = {
    "en": Words(
        mazes="Mazes",
        answers="Answers",
        size="Size",
        difficulty="Difficulty",
        seed="Seed",
        chosen="The mazes are in order of their measured difficulty. Each one was chosen from {n} "
        "candidates.",
        again="The line below each maze is the command that makes it again.",
    ),
    "it": Words(
        mazes="Labirinti",
        answers="Soluzioni",
        size="Misura",
        difficulty="Difficoltà",
        seed="Seme",
        chosen="I labirinti sono in ordine di difficoltà, misurata. Per ogni posto ne sono stati "
        "estratti {n}, ed è stato preso il più adatto.",
        again="La riga sotto ogni labirinto è il comando che lo rifà.",
    ),
    "pt": Words(
        mazes="Labirintos",
        answers="Soluções",
        size="Tamanho",
        difficulty="Dificuldade",
        seed="Semente",
        chosen="Os labirintos estão por ordem de dificuldade, que foi medida. Para cada lugar "
        "foram sorteados {n}, e ficou o mais adequado.",
        again="A linha por baixo de cada labirinto é o comando que o volta a fazer.",
    ),
    "fa": Words(
        mazes="هزارتوها",
        answers="راه‌حل‌ها",
        size="اندازه",
        difficulty="دشواری",
        seed="بذر",
        chosen="هزارتوها به ترتیب دشواری‌شان آمده‌اند که سنجیده شده است. برای هر جا {n} هزارتو "
        "ساخته شد و مناسب‌ترین آن‌ها برگزیده شد.",
        again="سطر زیر هر هزارتو فرمانی است که آن را دوباره می‌سازد.",
        right_to_left=True,
        digits="۰۱۲۳۴۵۶۷۸۹",
    ),
    "pa": Words(
        mazes="ਭੁੱਲ-ਭੁਲੱਈਆਂ",
        answers="ਹੱਲ",
        size="ਆਕਾਰ",
        difficulty="ਔਖਿਆਈ",
        seed="ਬੀਜ",
        chosen="ਭੁੱਲ-ਭੁਲੱਈਆਂ ਮਾਪੀ ਹੋਈ ਔਖਿਆਈ ਦੀ ਤਰਤੀਬ ਵਿੱਚ ਹਨ। ਹਰ ਥਾਂ ਲਈ {n} ਬਣਾਈਆਂ ਗਈਆਂ, "
        "ਤੇ ਸਭ ਤੋਂ ਵੱਧ ਢੁਕਦੀ ਚੁਣੀ ਗਈ।",
        again="ਹਰ ਭੁੱਲ-ਭੁਲੱਈਆ ਹੇਠਲੀ ਸਤਰ ਉਹ ਕਮਾਂਡ ਹੈ ਜੋ ਉਸ ਨੂੰ ਮੁੜ ਬਣਾਉਂਦੀ ਹੈ।",
    ),
}
"""The words of each language by its code."""


def one_of(field: str, name: object, known: Iterable[str]) -> str:
    """Returns the known name that equals a name in any case.

    Raises:
        InvalidValueError: if there is none.
    """
    found = name.lower() if isinstance(name, str) else ""
    if found not in known:
        raise InvalidValueError(
            field=field, value=name, requirement=f"one of {', '.join(map(str, known))}"
        )
    return found
