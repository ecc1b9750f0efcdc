"""``python -m layerproof``."""

from .cli import main

raise SystemExit(main())
