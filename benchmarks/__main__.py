"""Run every benchmark, or the named ones: `python -m benchmarks games odds`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks

#: What needs arguments of its own.
BY_HAND = ("__main__", "by_hand", "compare", "learn", "pairs", "screen", "turns")


def main(names: list[str]) -> None:
    """Run the benchmarks: each module of this package with a `main()` is one."""
    known = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in BY_HAND]
    for name in names or known:
        if name not in known:
            sys.exit(f"there is no benchmark {name!r}; choose from {', '.join(known)}")
        print(f"== {name}", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
