"""Data that networks are trained on."""

from .heaviside import heaviside as heaviside
from .heaviside import heaviside_task as heaviside_task
from .images import Images as Images
from .images import Split as Split
from .images import crop_and_flip as crop_and_flip
from .images import digits as digits
from .images import load as load
from .targets import digit_as_target as digit_as_target
from .targets import digit_read as digit_read
from .targets import encode_labels as encode_labels
from .targets import one_hot as one_hot
from .targets import shuffled_labels as shuffled_labels
from .whitened import orthonormal as orthonormal
from .whitened import spread as spread
from .whitened import whitened as whitened
