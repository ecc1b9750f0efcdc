"""Letters of the chapter on power laws, and the papers."""

from __future__ import annotations

from ...language.sources import paper
from ...language.symbols import positive

alpha = positive("alpha")  # of the frequencies k^-(alpha + 1)
A = positive("A")
N, D, tau = positive("N D tau")  # quanta that are learned, samples, samples that a quantum needs
kappa = positive("kappa")  # a quantum, a mode: where sums are compared with integrals
C = positive("C")  # compute

QUANTA = paper("michaud-2023", "the quantization hypothesis and the loss by quanta")
PARAMETERS = paper("michaud-2023", "scaling with parameters")
SAMPLES = paper("michaud-2023", "scaling with data")
STEPS = paper("bordelon-2024", "the time bottleneck")
MODES = paper("bordelon-2024", "the bottleneck of the number of modes")
COMPUTE = paper("bordelon-2024", "compute-optimal scaling")
PHASES = paper("paquette-2024", "compute-optimal curves in the phases")
SPECTRUM = paper("maloney-2022", "the spectrum and the effective ridge")
PLATEAU = paper("maloney-2022", "the plateau")
