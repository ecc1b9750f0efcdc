"""Files that ``layerproof new`` begins with."""
