"""Experiments: networks trained for claims, with predictions made before the run.  Importing this needs no torch."""

from ..harness.comparing import Comparison as Comparison
from ..harness.comparing import compare as compare
from ..harness.protocol import SCALES as SCALES
from ..harness.protocol import Config as Config
from ..harness.protocol import Experiment as Experiment
from ..harness.protocol import Observation as Observation
from ..harness.protocol import Prediction as Prediction
from ..harness.protocol import Scale as Scale
