"""How much an address or a token may ask."""

from __future__ import annotations

import pytest

from sandtable.server import limits
from sandtable.server.limits import Allowance, Limits, Meter, Spent, group


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def meter(clock: Clock, **more: Allowance) -> Meter:
    return Meter(Limits(allowances={"all": Allowance(3, 0.5), **more}), clock)


def test_a_bucket_is_emptied_and_fills_again() -> None:
    clock = Clock()
    found = meter(clock)
    for _ in range(3):
        found.spend("all", "203.0.113.1")
    with pytest.raises(Spent) as spent:
        found.spend("all", "203.0.113.1")
    assert spent.value.seconds == 2
    found.spend("all", "203.0.113.2")
    clock.now += 2
    found.spend("all", "203.0.113.1")
    with pytest.raises(Spent):
        found.spend("all", "203.0.113.1")
    clock.now += 1000
    for _ in range(3):
        found.spend("all", "203.0.113.1")
    with pytest.raises(Spent):
        found.spend("all", "203.0.113.1")


def test_players_behind_one_address_have_patience_of_their_own() -> None:
    found = meter(Clock(), chat=Allowance(1, 0.1, by_token=True))
    found.spend("chat", "203.0.113.1", "a")
    found.spend("chat", "203.0.113.1", "b")
    with pytest.raises(Spent):
        found.spend("chat", "203.0.113.9", "a")


def test_this_machine_has_no_limits_unless_they_are_wished_for() -> None:
    found = meter(Clock())
    for _ in range(50):
        found.spend("all", "127.0.0.1")
    strict = Meter(Limits(allowances={"all": Allowance(1, 1)}, local=True), Clock())
    strict.spend("all", "127.0.0.1")
    with pytest.raises(Spent):
        strict.spend("all", "::1")


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:9:9:9:9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", "unknown"),
        ("testclient", "testclient"),
    ],
)
def test_who_stands_behind_an_address(address: str, who: str) -> None:
    assert group(address) == who


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST", 100)
    clock = Clock()
    found = meter(clock)
    for i in range(1000):
        clock.now += 0.001
        found.spend("all", f"198.51.{i // 250}.{i % 250}")
    assert len(found._buckets) <= 100


def test_connections_are_counted_while_they_last() -> None:
    found = Meter(Limits(live_address=2, live_game=3))
    with found.connected("203.0.113.1", "g"), found.connected("203.0.113.1", "h"):
        with pytest.raises(Spent), found.connected("203.0.113.1", "g"):
            pass
        with found.connected("203.0.113.2", "g"), found.connected("203.0.113.3", "g"):
            with pytest.raises(Spent), found.connected("203.0.113.4", "g"):
                pass
    with found.connected("203.0.113.1", "g"):
        pass
    assert not found._live
