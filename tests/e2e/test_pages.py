"""Every page opens, in every size and both colours, without a complaint of the console or a fault in accessibility."""

from __future__ import annotations

import pytest

from tests.e2e.guest import DESK, LAPTOP, PHONE, Visit

SIZES = {"phone": PHONE, "laptop": LAPTOP, "desk": DESK}
PAGES = {"home": "/", "new": "/new", "odds": "/odds", "rules": "/rules", "missing": "/no/such/page"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_and_can_be_read_by_everybody(visit: Visit, path: str, size: str, scheme: str) -> None:
    guest = visit(PAGES[path], size=SIZES[size], scheme=scheme)
    guest.page.get_by_role("main").wait_for()
    guest.page.wait_for_load_state("networkidle")
    guest.shot(path, whole=True)
    guest.accessible()
    guest.fits()
