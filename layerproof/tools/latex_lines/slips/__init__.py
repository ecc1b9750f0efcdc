"""Lines that are wrong: which, by which slip, with which mend; and what explains a line that only seems so."""
