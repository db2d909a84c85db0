# Everything runs from .venv and web/node_modules, which the targets below create as needed.
# Requirements: make, and Python 3.11 or later with venv and pip. Node.js is downloaded if it is missing.

PYTHON  ?= python3
WORKERS ?= 2
ARGS    ?=
HOST    ?= 127.0.0.1
PORT    ?= 8000
DOCUMENT ?= smith

VENV := .venv
PY   := $(VENV)/bin/python
PIP  := $(PY) -m pip --disable-pip-version-check --no-input -qq
NPM  := $(PY) -m tools.client npm

BASE := $(VENV)/.made
RUN  := $(VENV)/.made-run
DEV  := $(VENV)/.made-dev

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run watch test firefox pairs fuzz lint client types bench venv lock clean

help:
	@echo 'make run     start the game server at http://$(HOST):$(PORT)'
	@echo '             PORT=n uses another port'
	@echo 'make watch   watch the computer play one game of Classic in the terminal (seed 7)'
	@echo 'make test    run lint, type checks, and all tests, in Python and in the browser'
	@echo "             ARGS=\"-m 'not slow'\" skips the slow tests; WORKERS=n sets the number of workers (default 2)"
	@echo 'make firefox run the browser tests in Firefox, which it finds or installs'
	@echo 'make pairs   play a random game with every pair of the example rules in tests/kernel'
	@echo 'make fuzz    play every rule, every pair, and random sets of a document; DOCUMENT=smith is the default'
	@echo 'make lint    run ruff, mypy, biome, and svelte-check'
	@echo 'make client  build the browser client if its sources have changed'
	@echo "make types   regenerate the client's TypeScript types from the server's API"
	@echo 'make bench   run the benchmarks'
	@echo 'make venv    create or update .venv with all development packages'
	@echo 'make lock    regenerate locks/*.txt from pyproject.toml (UPGRADE=1 upgrades to the newest versions)'
	@echo 'make clean   delete .venv, caches, and build output'
	@echo
	@echo 'PYTHON=...   the Python interpreter for .venv (now: $(PYTHON))'

# Open a browser only in an interactive terminal.
run: $(RUN)
	@$(PY) -m tools.client build
	@open=; if [ -t 0 ] && [ -t 1 ] && [ -z "$$CI" ]; then open=--open; fi; \
	exec $(VENV)/bin/sandtable serve --host $(HOST) --port $(PORT) $$open

watch: $(RUN)
	@$(VENV)/bin/sandtable simulate classic --games 1 --seed 7 --watch

client: $(RUN)
	@$(PY) -m tools.client build

types: $(DEV)
	@$(PY) -m sandtable.server.openapi
	@$(NPM) run --silent types

test: lint client
	@echo '== vitest'
	@$(NPM) run --silent test
	@echo '== pytest'
	@$(PY) -m tools.browser >/dev/null
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -q $(ARGS)

# The browser tests that Firefox can run, one after the other; passkeys and pushes need the tools of Chromium.
firefox: $(DEV) client
	@$(PY) -m tools.browser firefox >/dev/null
	@BROWSER=firefox $(PY) -m pytest -q tests/e2e -k 'not passkey and not slow_line' $(ARGS)

pairs: $(DEV)
	@$(PY) -m tests.kernel.pairs

# Each rule of a document alone, each pair, and 300 random sets of it with two other documents: about two hours on one core.
fuzz: $(DEV)
	@$(PY) -m sandtable rules fuzz --document $(DOCUMENT) -n 200 -p random -p basic
	@$(PY) -m sandtable rules fuzz --document $(DOCUMENT) --every-pair -n 3000 -p random
	@$(PY) -m sandtable rules fuzz --document $(DOCUMENT) --document gemmell --document common \
		--random -n 600 -p random -p basic --rounds 10

lint: $(DEV)
	@echo '== ruff check'
	@$(PY) -m ruff check .
	@echo '== ruff format --check'
	@$(PY) -m ruff format --check .
	@echo '== mypy'
	@$(PY) -m mypy
	@echo '== biome check'
	@$(NPM) run --silent lint
	@echo '== svelte-check'
	@$(NPM) run --silent check

bench: $(DEV)
	@$(PY) -m benchmarks

venv: $(DEV)

$(BASE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Python 3.11 or later is required; choose one with: make PYTHON=/path/to/python3' >&2; exit 1; }
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
COMPILE = compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
          --generate-hashes --no-emit-index-url --no-emit-find-links \
          --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

lock:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check -qq install uv; \
	export UV_CACHE_DIR="$$tmp/cache"; \
	mkdir -p locks; \
	echo '== locks/dev.txt'; \
	"$$tmp/venv/bin/uv" pip $(COMPILE) pyproject.toml --extra dev --group build -o locks/dev.txt >/dev/null; \
	echo '== locks/run.txt'; \
	"$$tmp/venv/bin/uv" pip $(COMPILE) pyproject.toml --extra server --group build -c locks/dev.txt -o locks/run.txt \
	    >/dev/null; \
	echo '== locks/node.txt'; \
	"$$tmp/venv/bin/uv" pip $(COMPILE) --group node -o locks/node.txt >/dev/null

clean:
	@rm -rf $(VENV) build dist .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis screenshots
	@rm -rf web/node_modules tools/chromium/node_modules src/sandtable/server/static
	@find . -name node_modules -prune -o -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
