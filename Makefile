# Everything runs from .venv, which the targets below create by themselves.
# Needed beforehand: make, and Python 3.11 or later with venv and pip.

PYTHON  ?= python3
WORKERS ?= 2
ARGS    ?=

VENV := .venv
PY   := $(VENV)/bin/python
PIP  := $(PY) -m pip --disable-pip-version-check --no-input -qq

BASE := $(VENV)/.made
RUN  := $(VENV)/.made-run
DEV  := $(VENV)/.made-dev

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint bench venv lock clean

help:
	@echo 'make run     watch one Classic game played out (seed 7)'
	@echo 'make test    lint, types and the whole test suite'
	@echo "             ARGS=\"-m 'not slow'\" leaves out the slow tests; WORKERS=n sets the worker count (2)"
	@echo 'make lint    ruff check, ruff format --check, mypy'
	@echo 'make bench   run the benchmarks'
	@echo 'make venv    create or refresh .venv with everything for development'
	@echo 'make lock    rewrite locks/*.txt from pyproject.toml (UPGRADE=1 moves to the newest versions)'
	@echo 'make clean   delete .venv, caches and built files'
	@echo
	@echo 'PYTHON=...   the interpreter to build .venv with (now: $(PYTHON))'

run: $(RUN)
	@$(VENV)/bin/sandtable simulate classic --games 1 --seed 7 --watch

test: lint
	@echo '== pytest'
	@$(PY) -m pytest -n $(WORKERS) -q $(ARGS)

lint: $(DEV)
	@echo '== ruff check'
	@$(PY) -m ruff check .
	@echo '== ruff format --check'
	@$(PY) -m ruff format --check .
	@echo '== mypy'
	@$(PY) -m mypy

bench: $(DEV)
	@$(PY) -m benchmarks

venv: $(DEV)

$(BASE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Python 3.11 or later is needed; name one with: make PYTHON=/path/to/python3' >&2; exit 1; }
	@echo '== creating $(VENV)'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(RUN): pyproject.toml locks/run.txt | $(BASE)
	@echo '== installing locks/run.txt'
	@$(PIP) install --require-hashes --no-deps -r locks/run.txt
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(DEV): pyproject.toml locks/dev.txt | $(BASE)
	@echo '== installing locks/dev.txt'
	@$(PIP) install --require-hashes --no-deps -r locks/dev.txt
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $(RUN) $@

# The locks name versions and hashes only; run.txt never strays from the versions in dev.txt.
COMPILE = compile pyproject.toml --quiet --universal --python-version 3.11 --fork-strategy fewest \
          --generate-hashes --no-emit-index-url --no-emit-find-links \
          --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

lock:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check -qq install uv; \
	export UV_CACHE_DIR="$$tmp/cache"; \
	mkdir -p locks; \
	echo '== locks/dev.txt'; \
	"$$tmp/venv/bin/uv" pip $(COMPILE) --extra dev --group build -o locks/dev.txt >/dev/null; \
	echo '== locks/run.txt'; \
	"$$tmp/venv/bin/uv" pip $(COMPILE) --extra server --group build -c locks/dev.txt -o locks/run.txt >/dev/null

clean:
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name node_modules -prune -o -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
