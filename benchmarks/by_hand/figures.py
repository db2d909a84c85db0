"""All figures of the server in one run, against another checkout: `python -m benchmarks.by_hand.figures [CHECKOUT]`.

The cost of an answer by the number of games (`awake`), then with 3,000 followers (`followed`, of this checkout only: an
early version needs minutes). It takes about eight minutes on two quiet cores.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.by_hand import awake, followed

if __name__ == "__main__":
    awake.main(Path(sys.argv[1]).resolve() if sys.argv[1:] else None, awake.GAMES)
    followed.main([awake.HERE], followed.FOLLOWERS)
