"""The tail of chi-square, in plain Python."""

import math


def chance_of_more(statistic, freedom):
    """The probability that chi-square exceeds a value (Wilson and Hilferty 1931)."""
    variance = 2 / (9 * freedom)
    deviation = ((statistic / freedom) ** (1 / 3) - (1 - variance)) / math.sqrt(variance)
    return math.erfc(deviation / math.sqrt(2)) / 2
