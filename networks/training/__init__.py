"""Training of many networks at once, and gradient flow followed by small steps."""

from __future__ import annotations

from .batches import Batches as Batches
from .batches import full_batch as full_batch
from .batches import minibatches as minibatches
from .batches import stream as stream
from .batches import streams as streams
from .engine import Training as Training
from .engine import train as train
from .errors import Diverged as Diverged
from .errors import OutOfMemory as OutOfMemory
from .evaluating import outputs as outputs
from .flow import Trained as Trained
from .flow import descend as descend
from .flow import follow_flow as follow_flow
from .losses import cross_entropy as cross_entropy
from .losses import half_mean_square as half_mean_square
from .losses import hinge as hinge
from .losses import mean_square as mean_square
from .optimisers import SGD as SGD
from .optimisers import Adam as Adam
from .optimisers import AdamW as AdamW
from .optimisers import Optimiser as Optimiser
from .scaling import Scales as Scales
from .scaling import from_zero as from_zero
from .scaling import scaled as scaled
from .schedules import Stairs as Stairs
from .schedules import WarmUp as WarmUp
