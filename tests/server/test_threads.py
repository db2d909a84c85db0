"""The threads of a server that has just been started, all with their first work at the same moment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

#: Everything that a thread may have to do first; each line is done by four threads at once.
SCRIPT = """
import sys, threading
from sandtable.draw.atlas import atlas
from sandtable.engine import save
from sandtable.rules import catalogue, registry, variant
from sandtable.server import app, content, openapi, reference, requests
from sandtable.server.live import Live
from sandtable.server.service import Service
from sandtable.server.records import Spec

CHOICE = requests.RuleChoice("classic", "", ["gemmell"], {})
APP = app.make_app(Service("sqlite:///unused.db", workers=0))
FILE = 'edition = "classic"\\nrules = ["gemmell"]\\n'

def live():
    spec = Spec("classic", "", [], registry.build("classic").fingerprint, "seed", [], {})
    return Live(spec).ask({"Soviet Union"})

FIRST = [
    lambda: registry.build("great_war"),
    live,
    catalogue.documents.__wrapped__,
    lambda: atlas.__wrapped__("classic"),
    lambda: variant.read(FILE),
    lambda: content.check(CHOICE),
    lambda: content.read_variant(reference.VariantFile(FILE)),
    lambda: save.read(sys.argv[1]),
    lambda: openapi.describe(APP),
]

sys.setswitchinterval(1e-6)
faults = []

def together(work, start):
    start.wait()
    try:
        work()
    except BaseException as fault:
        faults.append(repr(fault))

for work in FIRST:
    start = threading.Barrier(4)
    threads = [threading.Thread(target=together, args=(work, start)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
sys.exit("; ".join(faults) or 0)
"""

SAVE = Path(__file__).parents[1] / "museum" / "classic-whole-0.1.0.json"


def test_threads_do_their_first_work_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(SAVE)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
