"""Every page opens in every size and both themes, without console errors or accessibility faults."""

from __future__ import annotations

import pytest

from tests.e2e.guest import DESK, LAPTOP, PHONE, SMALL, TABLET, Visit

LOOKS = {
    "phone": (PHONE, "dark"),
    "small": (SMALL, "light"),
    "laptop": (LAPTOP, "light"),
    "desk": (DESK, "dark"),
    "tablet": (TABLET, "light"),
}
PAGES = {
    "home": "/",
    "new": "/new",
    "odds": "/odds",
    "rules": "/rules",
    "house": "/rules/gemmell",
    "rulebook": "/rules/great_war.rulebook",
    "missing": "/no/such/page",
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_and_can_be_read_by_everybody(visit: Visit, path: str, look: str) -> None:
    size, scheme = LOOKS[look]
    guest = visit(PAGES[path], size=size, scheme=scheme)
    guest.page.get_by_role("main").wait_for()
    guest.page.wait_for_load_state("networkidle")
    guest.shot(path, whole=True)
    guest.accessible()
    guest.fits()
