"""Sizes, seeds and chances that Hypothesis tries in several files of tests."""

from hypothesis import strategies as st

sides = st.integers(1, 24)
seed_values = st.integers(0, 2**64 - 1)
probabilities = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 0.25, 0.75, 1 / 3, 2**-32, 1 - 2**-32, 2**-33, 1 - 2**-33]),
    st.floats(0, 1),
)


def values_of(algorithm, *, selecting=True):
    """Values for all parameters of an algorithm: probabilities, or one of the names.

    Those that select a method for whole rectangles only if they are wanted.
    """
    return st.fixed_dictionaries(
        {
            parameter.name: st.sampled_from(parameter.choices)
            if parameter.choices
            else probabilities
            for parameter in (algorithm.parameters if selecting else algorithm.textures)
        }
    )
