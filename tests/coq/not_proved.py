"""The theorems of the library that Coq does not prove with their joins, and what it lacks; it proves all others."""

NOT_PROVED: dict[str, str] = {}
