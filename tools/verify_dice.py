#!/usr/bin/env python3
"""Verify the dice of a Sandtable game, without Sandtable: this file needs Python 3.8 or later and nothing else.

    python verify_dice.py FILE [--commitment HASH] [--list]

FILE is the file that "Download the dice" on the page of a game saves. Exits with 0 if all dice match, with 1 if not,
and with 2 if the file cannot be read. docs/dice.md describes the file and what a match proves.

The rules, in full:

* H(text) is the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. A pledge is H(salt).
* The commitment is the seed, hashed chain + 1 times with H. The key of block b is the seed, hashed chain - b times;
  from b = chain on, it is the seed itself. So H(key of block b + 1) = key of block b, H(key of block 0) = commitment.
* Block b is the SHA-256 of the lines: key of block b, each salt, b (joined by line feeds). Its bytes from 252 on are
  passed over; each other byte shows the face byte % 6 + 1.
* Without a chain (chain = 0), the dice of the game are all faces in order. With a chain, every answer with dice begins
  a new block, the one after the last block used.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any

FORMAT, VERSION = "sandtable-dice", 1
#: Longest chain to accept; a longer one is not from Sandtable.
LONGEST = 1_000_000


class Fault(Exception):
    """The first thing that does not match: a word for its kind, and a sentence."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


def need(condition: bool, kind: str, sentence: str) -> None:
    """Raise a `Fault` unless a condition holds."""
    if not condition:
        raise Fault(kind, sentence)


def hashed(text: str, times: int = 1) -> str:
    """Return H(H(...(text)))."""
    for _ in range(times):
        text = hashlib.sha256(text.encode()).hexdigest()
    return text


def faces(key: str, salts: Sequence[str], number: int) -> list[int]:
    """Return the faces of one block, in order."""
    block = hashlib.sha256("\n".join([key, *salts, str(number)]).encode()).digest()
    return [byte % 6 + 1 for byte in block if byte < 252]


class Checker:
    """Checks the dice of one game, frame by frame."""

    def __init__(self, chain: int, commitment: str, salts: Sequence[str]) -> None:
        self.chain, self.commitment, self.salts = chain, commitment, salts
        self.block, self.key = 0, commitment  # the next block, and the key of the one before it
        self.frame = self.rolls = self.dice = 0
        self.later: list[
            tuple[int, int, int, list[int]]
        ] = []  # what only the seed can show: (frame, first block, last block, faces)
        self.digest = ""  # of all dice so far

    def take(self, frame: int, shown: list[int], rolled: Sequence[dict[str, Any]]) -> None:
        """Check the dice `shown` in a frame; `rolled` says which blocks they come from. Raises `Fault`."""
        need(frame > self.frame, "order", f"frame {frame} comes after frame {self.frame}")
        self.frame = frame
        self.digest = hashed(f"{self.digest}\n{frame}: {' '.join(map(str, shown))}")
        self.rolls, self.dice = self.rolls + bool(shown), self.dice + len(shown)
        if not self.chain:
            need(not rolled, "blocks", f"frame {frame} names blocks, but the dice have no chain")
            self.later.append((frame, 0, 0, shown))
            return
        total = sum(part["count"] for part in rolled)
        need(total == len(shown), "count", f"frame {frame} shows {len(shown)} dice, but {total} were rolled")
        # The first answer also shows the dice rolled before it; every other frame has one answer.
        need(len(rolled) <= (2 if frame == 1 else 1), "blocks", f"frame {frame} skips a part of the dice")
        for part in rolled:
            own, shown = shown[: part["count"]], shown[part["count"] :]
            self.part(frame, part["first"], part["last"], part["key"], own)

    def part(self, frame: int, first: int, last: int, key: str, shown: list[int]) -> None:
        """Check the dice of one answer."""
        need(first == self.block, "blocks", f"frame {frame} begins with block {first} instead of {self.block}")
        need(0 <= last - first <= len(shown), "blocks", f"frame {frame} uses the blocks {first} to {last}")
        self.block = last + 1
        if last >= self.chain:
            self.later.append((frame, first, last, shown))
            return
        keys = [key]
        for _ in range(last - first):
            keys.insert(0, hashed(keys[0]))
        need(hashed(keys[0]) == self.key, "key", f"the key of frame {frame} does not belong to the commitment")
        self.key = key
        self.compare(frame, first, keys, shown)

    def compare(self, frame: int, first: int, keys: Sequence[str], shown: list[int]) -> None:
        """Compare the dice of one answer with those of its blocks, whose last one must be needed."""
        found: list[int] = []
        before = -1
        for i, key in enumerate(keys):
            before = len(found)
            found += faces(key, self.salts, first + i)
        need(before < len(shown) <= len(found), "blocks", f"frame {frame} uses other blocks than its dice need")
        need(found[: len(shown)] == shown, "dice", f"the dice of frame {frame} are {text(found[: len(shown)])}")

    def end(self, seed: str) -> None:
        """Check what only the seed can show. Raises `Fault`."""
        need(hashed(seed, self.chain + 1) == self.commitment, "seed", "the seed does not match its commitment")
        whole: list[int] = []
        number = 0
        for frame, first, last, shown in self.later:
            if self.chain:
                blocks = range(first, last + 1)
                self.compare(frame, first, [hashed(seed, max(0, self.chain - b)) for b in blocks], shown)
                continue
            while len(whole) < len(shown):
                whole, number = whole + faces(seed, self.salts, number), number + 1
            own, whole = whole[: len(shown)], whole[len(shown) :]
            need(own == shown, "dice", f"the dice of frame {frame} are {text(own)}, not {text(shown)}")
        self.later = []


def text(shown: Sequence[int]) -> str:
    return " ".join(map(str, shown)) or "none"


def check(record: dict[str, Any], commitment: str = "") -> Checker:
    """Check a whole file; return its `Checker`. Raises `Fault`."""
    need(record.get("format") == FORMAT, "format", "this is not a file with the dice of a game")
    need(record.get("version") == VERSION, "format", "this file is of another version; get a newer verify_dice.py")
    chain, salts = record["chain"], record["salts"]
    need(0 <= chain <= LONGEST, "format", "the chain of the dice is too long")
    promised = commitment.strip().lower() or record["commitment"]
    need(promised == record["commitment"], "commitment", "the file has another commitment")
    check_shares(record["shares"], salts)
    checker = Checker(chain, record["commitment"], salts)
    kept = record.get("kept") or {}
    if kept:
        check_kept(kept, record)
    seen = kept.get("frame", 0)
    for row in record["frames"]:
        if seen and row["frame"] > seen:
            need(checker.digest == kept["digest"], "kept", SEEN)
            seen = 0
        checker.take(row["frame"], row["faces"], row["rolled"])
    need(not seen or checker.digest == kept["digest"], "kept", SEEN)
    if record["seed"]:
        checker.end(record["seed"])
    return checker


SEEN = "the dice are not those that this player's page has seen"


def check_shares(shares: Sequence[dict[str, Any]], salts: list[str]) -> None:
    """Check the players' pledges and salts."""
    for share in shares:
        if share["salt"] and share["pledge"]:
            who = f"{share['name']} ({share['power']})"
            need(hashed(share["salt"]) == share["pledge"], "pledge", f"the salt of {who} does not match its pledge")
    given = [share["salt"] for share in shares if share["salt"]]
    need(not shares or given == salts, "salts", "the salts of the dice are not those of the players")


def check_kept(kept: dict[str, Any], record: dict[str, Any]) -> None:
    """Check what a player's page noted during the game: commitment, pledges, and its own salts."""
    need(kept["commitment"] == record["commitment"], "commitment", "the commitment has changed since the game was made")
    pledges = {share["power"]: share["pledge"] for share in record["shares"]}
    for power, pledge in kept.get("pledges", {}).items():
        need(pledges.get(power, pledge) == pledge, "pledge", f"the pledge of {power} has changed since it was made")
    if kept.get("pledges"):
        for share in record["shares"]:
            new = bool(share["salt"]) and share["power"] not in kept["pledges"]
            need(not new, "pledge", f"the pledge of {share['power']} was made after the salts were revealed")
    for salt in kept.get("salts", []):
        need(salt in record["salts"], "salts", "this player's own salt is not in the dice")


def main() -> int:
    asked = argparse.ArgumentParser(description="Verify the dice of a Sandtable game.")
    asked.add_argument("file", help="the file with the dice of a game")
    asked.add_argument("--commitment", default="", help="the commitment (SHA-256) published when the game was made")
    asked.add_argument("--list", action="store_true", help="list every roll")
    given = asked.parse_args()
    try:
        with open(given.file, encoding="utf-8") as file:
            record = json.load(file)
        checker = check(record, given.commitment)
    except Fault as fault:
        print(f"NOT VERIFIED: {fault}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"the file cannot be read: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    if given.list:
        for row in record["frames"]:
            print(f"{row['frame']:6}  {text(row['faces'])}")
    report(record, checker)
    return 0


def report(record: dict[str, Any], checker: Checker) -> None:
    print(f"commitment: {record['commitment']}")
    for share in record["shares"]:
        how = "pledged, then revealed" if share["pledge"] else "sent without a pledge"
        how = how if share["salt"] else "pledged, but NOT revealed: not in the dice"
        print(f"salt of {share['name']} ({share['power']}): {share['salt'] or '-'} ({how})")
    print(f"seed: {record['seed'] or 'secret until the game is over'}")
    if checker.later:
        print(f"{len(checker.later)} rolls can be verified only with the seed, when the game is over")
    print(f"VERIFIED: {checker.rolls} rolls ({checker.dice} dice)")


if __name__ == "__main__":
    sys.exit(main())
