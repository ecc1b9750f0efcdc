"""Linear models: learnability, least norm regression, fitting times, eigenfunctions from samples."""
