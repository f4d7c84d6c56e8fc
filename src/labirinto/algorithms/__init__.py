"""The algorithms: their records, their textbook twins, and one function that runs them."""
