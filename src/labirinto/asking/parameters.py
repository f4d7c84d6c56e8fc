"""The parameters of algorithms."""

from __future__ import annotations

from labirinto._internal.validation import Value
from labirinto.algorithms.record import Algorithm, Parameter
from labirinto.asking.record import Field, Input, gettext
from labirinto.parsing import parse_fraction


def parameter_fields(*algorithms: Algorithm, selecting: bool = True) -> tuple[Field, ...]:
    """The fields of parameters; if there are several algorithms, the help names them.

    Args:
        algorithms: Any.
        selecting: Whether those that select a method are among them.
    """
    meanings: dict[str, dict[str, list[str]]] = {}
    parameters: dict[str, Parameter] = {}
    for algorithm in algorithms:
        for parameter in algorithm.parameters if selecting else algorithm.textures:
            owners = meanings.setdefault(parameter.name, {}).setdefault(parameter.meaning, [])
            owners.append(algorithm.name)
            parameters[parameter.name] = parameter

    def help_of(name: str) -> str:
        texts = (
            f"{meaning} ({', '.join(owners)})" if len(algorithms) > 1 else meaning
            for meaning, owners in meanings[name].items()
        )
        return "; ".join(texts).capitalize() + "."

    return tuple(_field(it, help_of(name)) for name, it in parameters.items())


def _field(parameter: Parameter, meaning: str) -> Field:
    choices, default = parameter.choices, parameter.default
    metavar, kind = ("|".join(choices), "text") if choices else ("PROBABILITY", "number")

    def read(text: str) -> Value:
        return parameter.check(text if choices else parse_fraction(text, parameter.name))

    problem = (
        gettext(
            "The order is any, rows or endless; the last two are for whole rectangles without "
            "symmetry, floors, joined sides, bridges and rooms."
        )
        if parameter.selects
        else gettext("Choose one of the corners.")
        if choices
        else gettext("This must be a number from 0 to 1.")
    )
    return Field(
        parameter.name,
        "Maze",
        meaning,
        metavar,
        default,
        kind,
        choices,
        default=default,
        input=Input(read, problem),
    )
