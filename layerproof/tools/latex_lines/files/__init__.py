"""The files of a paper: found, bounded, macros carried out, as one text in which each part knows its place."""
