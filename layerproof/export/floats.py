"""Figures in the documents: each with its caption, where its subject ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .prose import sentence

if TYPE_CHECKING:
    from layerproof.figures import Plate


def drawn(plates: Sequence[Plate], pictures: Path | None) -> list[Plate]:
    """The figures of which the folder has a PDF."""
    return [plate for plate in plates if pictures is not None and (pictures / f"{plate.name}.pdf").is_file()]


def copies(plates: Sequence[Plate], pictures: Path) -> Iterator[tuple[Path, bytes]]:
    """The PDFs, under the names by which the documents ask for them."""
    for plate in plates:
        yield Path("figures", f"{plate.name}.pdf"), (pictures / f"{plate.name}.pdf").read_bytes()


def floats(plates: Sequence[Plate]) -> str:
    """The figures as floats; none is carried beyond its subject."""
    return "".join(
        "\\begin{figure}[htbp]\n\\centering\n"
        rf"\includegraphics[width=\linewidth]{{\lproot/figures/{plate.name}.pdf}}" + "\n"
        rf"\caption{{{sentence(plate.caption)}}}\label{{lp:figure:{plate.name}}}" + "\n\\end{figure}\n"
        for plate in plates
    ) + ("\\clearpage\n" if plates else "")
