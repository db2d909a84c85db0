"""Setting up: the locks, the tools that build the client, and what a wheel brings along."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.serving import Served
from tools import client
from tools.client import ROOT, WEB

NPM_LOCKS = [WEB / "package-lock.json", ROOT / "tools" / "chromium" / "package-lock.json"]


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v18.20.8", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0", True),
        ("", False),
        ("nonsense", False),
    ],
)
def test_only_a_node_that_vite_runs_on_is_new_enough(version: str, good: bool) -> None:
    assert client.is_new_enough(version) is good


def test_the_python_locks_name_versions_and_hashes_and_no_hosts() -> None:
    for name in ("run", "dev", "node"):
        text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
        assert "://" not in text and "--index" not in text
        assert text.count("--hash=sha256:") >= text.count("==")


@pytest.mark.parametrize("lock", NPM_LOCKS, ids=lambda path: path.parent.name)
def test_the_npm_locks_name_hashes_and_no_hosts_and_leave_no_machine_out(lock: Path) -> None:
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    for name, said in packages.items():
        assert "resolved" not in said, name
        assert not name or said.get("version"), name
        for other in said.get("optionalDependencies", {}):
            assert f"node_modules/{other}" in packages, f"{name} has no {other} for some machine"
        if name and "optional" not in said:
            assert said.get("integrity", "").startswith("sha512-"), name
    assert "omit-lockfile-registry-resolved=true" in (lock.parent / ".npmrc").read_text(encoding="utf-8")


def test_packages_count_as_installed_only_in_the_versions_of_the_lock(tmp_path: Path) -> None:
    lock = {"": {}, "node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "2.0.0", "optional": True}}
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": lock}))
    there = tmp_path / "node_modules" / ".package-lock.json"
    assert not client.is_installed(tmp_path)
    there.write_text(json.dumps({"packages": {"node_modules/a": {"version": "1.0.0"}}}))
    assert client.is_installed(tmp_path)
    there.write_text(json.dumps({"packages": {"node_modules/a": {"version": "1.0.1"}}}))
    assert not client.is_installed(tmp_path)
    there.write_text(json.dumps({"packages": {"node_modules/b": {"version": "2.0.0"}}}))
    assert not client.is_installed(tmp_path)


def test_the_client_is_built_anew_when_a_source_is_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "WEB", tmp_path / "web")
    monkeypatch.setattr(client, "BUILT", tmp_path / "static")
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "static").mkdir()
    source, page = tmp_path / "web" / "src" / "App.svelte", tmp_path / "static" / "index.html"
    source.write_text("")
    assert not client.is_built()
    page.write_text("")
    os.utime(source, (1000, 1000))
    os.utime(page, (2000, 2000))
    assert client.is_built()
    os.utime(source, (3000, 3000))
    assert not client.is_built()
    (tmp_path / "PKG-INFO").write_text("")  # a source distribution: what it brings along is used
    assert client.is_built()


@pytest.mark.slow
def test_types_are_checked_inside_svelte_files(tmp_path: Path) -> None:
    """A fault that is planted in the markup and in the script of a component is found (some setups stay silent)."""
    for name in ("tsconfig.json", "svelte.config.js", "package.json"):
        shutil.copy(WEB / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "src").mkdir()
    sound = '<script lang="ts">\nlet { count }: { count: number } = $props();\n</script>\n<b>{count.toFixed(1)}</b>\n'
    planted = sound.replace("toFixed", "toFixt").replace("$props();", '$props();\nexport const bad: number = "one";')
    node = client.find_node(install=False)

    def check(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "src" / "Planted.svelte").write_text(text)
        return subprocess.run(
            [*node.npm, "run", "--silent", "check"],
            cwd=tmp_path,
            env=node.environment(),
            capture_output=True,
            text=True,
        )

    clean = check(sound)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    found = check(planted)
    assert found.returncode != 0
    assert "'toFixt'" in found.stdout and "'string' is not assignable to type 'number'" in found.stdout


@pytest.mark.slow
def test_an_installed_wheel_serves_the_page_without_node(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    home = tmp_path / "home"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    for file in ("server/static/index.html", "editions/classic/map.json", "catalogue/gemmell.yaml"):
        assert (home / "sandtable" / file).exists(), file
    with Served(f"sqlite:///{tmp_path}/games.db", PYTHONPATH=str(home), PATH=str(tmp_path / "nothing")) as served:
        page = httpx.get(served.url)
        assert page.status_code == 200 and "<title>Sandtable</title>" in page.text
        script = page.text.partition('src="')[2].partition('"')[0]
        assert httpx.get(served.url + script).status_code == 200
        assert httpx.get(f"{served.url}/api/editions/classic/map").status_code == 200
        where = [sys.executable, "-c", "import sandtable; print(sandtable.__file__)"]
        told = subprocess.run(where, env=served.environment, capture_output=True, text=True, check=True).stdout
        assert told.startswith(str(home))
