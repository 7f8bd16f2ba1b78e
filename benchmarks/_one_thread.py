"""One thread for products of matrices, as for everything else that is measured; imported before numpy."""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
