"""Structs about notices (mail, push, holidays) and standing orders; see `wire` for the game itself."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..core.structs import learn
from .requests import CLEAN, Name

#: How often a person gets messages over a channel; ``daily`` ones come together at an hour of their choice.
Frequency = Literal["now", "hourly", "daily", "never"]
#: Seconds since 1970, or 0.
Moment = Annotated[float, Meta(ge=0, le=1e11)]


class NoticeWishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often a person gets mail and pushes. Daily ones come at `hour` (UTC).

    From `away_from` to `away_until` (0: never) the person is on holiday: their time to think stands, and they get
    nothing.
    """

    mail: Frequency = "hourly"
    push: Frequency = "now"
    hour: Annotated[int, Meta(ge=0, le=23)] = 8
    away_from: Moment = 0.0
    away_until: Moment = 0.0


class PushDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push subscription of a browser: its address and keys (see RFC 8291), and a name for the person's own list."""

    endpoint: Annotated[str, Meta(max_length=600, pattern=r"^https?://[!-~]+$")]
    p256dh: Annotated[str, Meta(max_length=120, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9_=-]+$")]
    name: Annotated[str, Meta(max_length=60, pattern=CLEAN)] = ""


class PushGone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Remove a device from those that get pushes, by its id."""

    id: Name


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device that gets pushes. `id` is the SHA-256 of its address."""

    id: str
    name: str
    since: float


class NoticeInfo(msgspec.Struct, frozen=True):
    """A person's wishes, their devices, and the public key with which browsers subscribe (empty: no pushes)."""

    wishes: NoticeWishes
    devices: list[DeviceInfo]
    key: str


class Stopped(msgspec.Struct, frozen=True):
    """Mail has been stopped."""

    channel: str


# --- standing orders --------------------------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all standing orders have: the `space` of the battles that they are about (empty: all), and until when they
    hold. Without a space, they are about decisions in the turns of other powers."""

    space: Name = ""
    until: Literal["game", "turn"] = "game"


class LoseFirst(Standing, frozen=True, tag_field="do", tag="lose"):
    """Lose units of these types first, in this order; of the types in `keep`, lose that many after all others.

    Types that are not named come after those that are, the cheapest first.
    """

    units: Annotated[list[Name], Meta(max_length=40)] = []
    keep: Annotated[dict[Name, Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=40)] = {}


class RetreatBelow(Standing, frozen=True, tag_field="do", tag="retreat"):
    """Leave a battle as soon as the odds of winning it fall under a percentage, and stay until then."""

    percent: Annotated[int, Meta(ge=1, le=99)]


class AnswerAlways(Standing, frozen=True, tag_field="do", tag="answer"):
    """Answer decisions of a kind with as much as possible (``yes``) or with nothing (``no``)."""

    kind: Name
    answer: Literal["yes", "no"]


class LetAdvise(Standing, frozen=True, tag_field="do", tag="advise"):
    """Let the adviser decide. Until the end of the turn or about a space, also in one's own turn."""


Order = LoseFirst | RetreatBelow | AnswerAlways | LetAdvise


class PowerOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of a power; for a decision, the first one that applies counts."""

    power: Name
    orders: Annotated[list[Order], Meta(max_length=30)]


learn(globals())
