"""The theorems of the library that Coq does not prove with their joins, and what it lacks; it proves all others."""

TENDS = "that trajectories go on for all times is not stated in Coq"
NOT_PROVED = {
    "emergence/few-samples-from-a-large-scale": TENDS,
    "emergence/few-samples-if-a-stays-away": TENDS,
    "emergence/partly-expressible-skill-converges": TENDS,
    "emergence/skill-from-any-start": TENDS,
}
