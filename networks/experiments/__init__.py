"""Experiments: networks trained for claims, with predictions made before the run.  Importing this needs no torch."""

from .comparing import Comparison as Comparison
from .comparing import compare as compare
from .protocol import SCALES as SCALES
from .protocol import Config as Config
from .protocol import Experiment as Experiment
from .protocol import Prediction as Prediction
from .protocol import Scale as Scale
