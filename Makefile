# The verbs of Whistlestop; `make` alone lists them.

PYTHON ?= python3
GAMES ?= 100000
KILLS ?= 50
MINUTES ?= 5
ARGS ?=

SHELL := bash
BIN := .venv/bin
PINS := requirements/run.txt requirements/dev.txt requirements/bench.txt
CODE := $(wildcard src tests benchmarks examples tools)

.PHONY: help play web wasm site wheel quick test checks compile test-web screenshots lighthouse lint types contracts docs facts warm test-compiled test-uncompiled test-lowest test-lowest-compiled recipes test-cuda bench load ladder soak kills chaos test-hosts test-pythons test-deploy release dev format pins clean
.NOTPARALLEL:

help: ## list the verbs
	@echo "make VERB, where VERB is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r verb text; do printf '%-18s %s\n' "$$verb" "$$text"; done
	@echo "PYTHON=python3.12 chooses the Python that .venv is made with, ARGS=... is passed on by play, bench, load, ladder and screenshots."

# The server compiles the rules and builds the engine for browsers itself, while the page is already there.
play: .venv/.run web ## start a server to play on, and show it in a browser
	@$(BIN)/whistlestop serve --host 0.0.0.0 --open $(ARGS)

test: checks compile test-web test-compiled test-uncompiled ## check everything: style, types, imports, tests
	@{ git rev-parse HEAD; git status --porcelain; } >.venv/.tested 2>/dev/null || true  # `make release` asks for it

# None of these uses more than one core for long, so they run in two rows that take equally long. What they need is
# installed first: the rows must not both install it, and without PyTorch a test on CUDA would be skipped.
checks: .venv/pyvenv.cfg ## check what needs no compiled rules: style, types, imports, documentation, CUDA, oldest packages
	@$(MAKE) --no-print-directory .venv-lowest/.stamp & row=$$!; \
	$(MAKE) --no-print-directory .venv/.torch web/node_modules/.stamp; failed=$$?; \
	wait $$row && exit $$failed
	@$(MAKE) --no-print-directory test-cuda & row=$$!; \
	$(MAKE) --no-print-directory types lint contracts docs test-lowest; failed=$$?; \
	wait $$row && exit $$failed

# Plain Python needs no compiling, and these tests need no PostgreSQL, Chromium, PyTorch or WebAssembly module.
quick: .venv/.dev web/node_modules/.stamp ## check style, types, imports and the core tests, in under two minutes
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	WHISTLESTOP_TARGET=none $(BIN)/pytest -q -n 2 tests/rules tests/game tests/cli
	cd web && npm run --silent test -- --exclude 'tests/engine/**'

test-web: web wasm ## test the logic of the browser client, and its engine
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent test

screenshots: .venv/.dev warm web ## take pictures of every screen and map, into screenshots/
	WHISTLESTOP_TARGET=cpu PYTHONPATH=tests $(BIN)/python tests/web/screenshots.py $(ARGS)

lighthouse: .venv/.dev warm web ## measure the browser client as on a phone (npm fetches Lighthouse)
	WHISTLESTOP_TARGET=cpu PYTHONPATH=tests $(BIN)/python tests/web/lighthouse.py

lint: .venv/.dev web/node_modules/.stamp ## check style, and the types of the browser client
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	cd web && npm run --silent lint

types: .venv/.dev ## check types
	$(BIN)/mypy

contracts: .venv/.dev ## check that packages import in one direction
	$(BIN)/lint-imports --no-logo

docs: .venv/.dev ## build the documentation into site/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

site: .venv/.dev web wasm ## write the static edition with the documentation into site/, for any web server
	rm -rf site
	$(BIN)/whistlestop site site
	$(MAKE) --no-print-directory docs

# Built in .venv and not in isolation, so that everything that takes part is pinned.
wheel: .venv/.run web wasm ## build the package into dist/: a wheel and an sdist, with client and engine
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist

# PYTHONS="3.12 3.13" names the series to try, WHEEL=dist/... a wheel that is built. Each compiles the rules for itself.
test-pythons: .venv/.dev web wasm ## install the wheel with every supported Python, and play a game on each; takes minutes
	WHISTLESTOP_TARGET=cpu $(BIN)/pytest -v tests/release/test_pythons.py

test-deploy: .venv/.dev web wasm ## build the image of deploy/ and run it, as root on Debian; takes minutes
	WHISTLESTOP_TARGET=cpu $(BIN)/pytest -v tests/release/test_container.py

release: .venv/.dev ## check and build a release, VERSION=x.y.z, and print the commands that would publish it
	$(BIN)/python tools/release.py $(VERSION)

# Compiles once, in one process, what the workers of a test run would each compile for themselves.
warm: .venv/.dev ## compile the rules into the cache
	WHISTLESTOP_TARGET=cpu $(BIN)/whistlestop warm --env

# The same for browsers, each on a core of its own.
compile: .venv/.dev ## compile the rules for this machine and for browsers at once
	@$(BIN)/python -m whistlestop.wasm & engine=$$!; WHISTLESTOP_TARGET=cpu $(BIN)/whistlestop warm --env && wait $$engine

test-compiled: compile web .venv/.torch ## test the rules as players run them
	WHISTLESTOP_TARGET=cpu $(BIN)/pytest -n 3 --dist worksteal --durations=25 tests

test-uncompiled: .venv/.dev ## test the rules as plain Python, and how much of them is covered
	WHISTLESTOP_TARGET=none $(BIN)/pytest -n 2 --dist worksteal --durations=25 --cov --cov-report=term-missing:skip-covered --cov-fail-under=100 tests

test-lowest: .venv-lowest/.stamp ## test the environments as plain Python with the oldest packages that they support, in a venv of their own
	@if [ -x .venv-lowest/bin/pytest ]; then PYTHONPATH=src WHISTLESTOP_TARGET=none .venv-lowest/bin/pytest -q -p no:cacheprovider tests/env; \
	else echo "Skipped: NumPy 1.26 has no build for this Python; 3.11 and 3.12 have one."; fi

test-lowest-compiled: .venv-lowest/.stamp ## the same with compiled rules, which takes minutes
	PYTHONPATH=src WHISTLESTOP_TARGET=cpu .venv-lowest/bin/pytest -q -p no:cacheprovider tests/env/test_vector.py -k "copies or seed"

.venv-lowest/.stamp: requirements/lowest.txt
	@echo "Installing requirements/lowest.txt"
	@$(PYTHON) -m venv --clear .venv-lowest
	@if .venv-lowest/bin/python -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then \
		.venv-lowest/bin/python -m pip install $(PIP) --quiet -r requirements/lowest.txt; fi
	@touch $@

# Trainers and the notebook, in a venv of their own, because they bring many packages. Takes a quarter of an hour.
recipes: .venv-recipes/.stamp ## train with the recipes in examples/, check that they learn, and execute the notebook
	WHISTLESTOP_TARGET=cpu .venv-recipes/bin/pytest -q -p no:cacheprovider tests/env/test_jax.py tests/env/test_policies.py tests/arena/test_mcp.py
	.venv-recipes/bin/python examples/openspiel_exact.py
	.venv-recipes/bin/python benchmarks/recipes.py
	.venv-recipes/bin/jupyter-execute examples/train_and_evaluate.ipynb

.venv-recipes/.stamp: requirements/recipes.txt requirements/torch.txt pyproject.toml
	@echo "Installing requirements/recipes.txt"
	@$(PYTHON) -m venv --clear .venv-recipes
	@.venv-recipes/bin/python -m pip install $(PIP) --quiet --editable '.[env,openspiel,mcp,jax]' -r requirements/torch.txt -r requirements/recipes.txt
	@touch $@

ifeq ($(shell uname -s),Darwin)
test-cuda:
	@echo "Skipped: numba-cuda has no build for macOS."
else
test-cuda: .venv/.dev ## test the rules as GPU kernels, in Numba's simulator
	WHISTLESTOP_TARGET=cuda NUMBA_ENABLE_CUDASIM=1 $(BIN)/pytest tests/cuda
endif

bench: .venv/.bench .venv/.dev wasm web ## measure the speed of rules, bots and the board in the browser
	$(BIN)/python benchmarks/speed.py $(ARGS)
	$(BIN)/python benchmarks/bots.py
	$(BIN)/python benchmarks/env.py
	$(BIN)/python benchmarks/wasm.py
	$(BIN)/python benchmarks/board_frames.py

facts: .venv/.dev ## compute facts about the games, and write docs/facts.md, docs/observation.md and docs/reasons.md; takes minutes
	$(BIN)/python benchmarks/reasons.py
	$(BIN)/python benchmarks/facts.py $(ARGS)

ladder: .venv/.run ## measure how strong the bots are, and write docs/ladder.md; takes hours
	$(BIN)/python benchmarks/ladder.py $(ARGS)

load: .venv/.bench ## measure a server under load, from a second process
	$(BIN)/python benchmarks/load.py $(ARGS)

kills: .venv/.dev warm ## kill a server under load KILLS=50 times on each database
	KILLS=$(KILLS) $(BIN)/pytest tests/server/test_kills.py -k "kills_on" -v
	NOTICE_KILLS=20 $(BIN)/pytest tests/server/test_notice_kills.py -v

chaos: .venv/.dev warm ## inject faults at random for MINUTES=5 on each database, beside people who play
	WHISTLESTOP_TARGET=cpu PYTHONPATH=tests $(BIN)/python -W ignore tests/server/chaos.py --minutes $(MINUTES) $(ARGS)

test-hosts: .venv/.dev warm ## play on two hosts in network namespaces while one is upgraded, killed, or PostgreSQL fails over (as root)
	HOSTS=1 $(BIN)/pytest tests/server/test_hosts.py -v

soak: .venv/.run ## play GAMES=100000 random games and check the laws after every move
	$(BIN)/python benchmarks/soak.py --games $(GAMES)

dev: .venv/.dev ## set up for development
	@echo "Ready. '. .venv/bin/activate' puts whistlestop, pytest, ruff and mypy on your path."
	@echo "'make format' before a commit, 'make test' before a push; CONTRIBUTING.md has the rest."

format: .venv/.dev web/node_modules/.stamp ## format the code and fix what ruff and eslint can
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)
	cd web && npm run --silent format

# One version of each package for all Pythons and platforms, no addresses; the smaller files repeat the versions of dev.txt.
PIN := uv pip compile pyproject.toml --universal --fork-strategy fewest --python-version 3.11 --upgrade \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" --quiet

pins: .venv/.dev ## renew the pinned versions in requirements/
	$(BIN)/$(PIN) --group dev --output-file requirements/dev.txt
	$(BIN)/$(PIN) --group build --constraint requirements/dev.txt --output-file requirements/run.txt
	$(BIN)/$(PIN) --group build --extra bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	@if grep -n '://' $(PINS); then echo "An address is in the pins; take it out of uv's settings." >&2; exit 1; fi

clean: ## remove .venv and everything that tools have written
	rm -rf .venv dist site web/node_modules src/whistlestop/server/client src/whistlestop/wasm/built .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.*
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

# The browser client: packages are installed again when the lock file changes, and it is built again when its sources change.
CLIENT := src/whistlestop/server/client/index.html

web: $(CLIENT) ## build the browser client into the package

# The client's types come from the server's models; the file is committed too, so that Node alone can build a wheel.
PROTOCOL := web/src/lib/protocol.ts

$(PROTOCOL): web/types.js $(wildcard src/whistlestop/server/protocol/*.py src/whistlestop/server/routes/*.py) | .venv/.run web/node_modules/.stamp
	@echo "Generating $@ from the server's models"
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent types
	@touch $@

$(CLIENT): $(PROTOCOL) web/node_modules/.stamp web/index.html web/package.json web/vite.config.ts web/svelte.config.js web/tsconfig.json $(shell find web/src web/public -type f)
	@echo "Building the browser client"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

web/node_modules/.stamp: web/package-lock.json
	@command -v npm >/dev/null || { echo "No npm here: the browser client is built with Node 20 or newer (on Debian and Ubuntu: apt install npm)." >&2; exit 1; }
	@cd web && npm ci --silent
	@touch $@

# The rules and bots for browsers; the layout is written after the module.
ENGINE := src/whistlestop/wasm/built/engine.json

wasm: $(ENGINE) ## compile the rules and bots to WebAssembly, into the package

$(ENGINE): $(shell find src/whistlestop/game src/whistlestop/bots src/whistlestop/review src/whistlestop/wasm -name '*.py' -o -name '*.csv') | .venv/.run
	@$(BIN)/python -m whistlestop.wasm
	@touch $@

# .venv holds a stamp for each set of requirements: .run for playing, .dev and .bench for more.

# A .venv whose Python is gone is recreated; one that you made by hand is used as it is.
$(shell [ -x .venv/bin/python ] || rm -f .venv/pyvenv.cfg)

.venv/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || { echo "No $(PYTHON) here: install Python 3.11 or newer, or say make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is $$($(PYTHON) -V 2>&1): Whistlestop needs 3.11 or newer; say make PYTHON=python3.12 or the like." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "$(PYTHON) comes without venv: install it (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@echo "Making .venv with $$($(PYTHON) -V)"
	@$(PYTHON) -m venv --clear .venv

PIP := --disable-pip-version-check --no-input

# Installs requirements/$(1).txt and Whistlestop itself; shows which package of how many pip is at, and its warnings
# only when it fails. The file pins everything, so pip resolves nothing: a new release of some package can't break it.
define install
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo ".venv is made with $$($(BIN)/python -V 2>&1), and Whistlestop needs 3.11 or newer: make clean, then again." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@set -o pipefail; all=$$(grep -c '==' requirements/$(1).txt); n=0; \
	echo "Installing requirements/$(1).txt"; \
	$(BIN)/python -m pip install $(PIP) --progress-bar off --no-deps --require-hashes -r requirements/$(1).txt 2>.venv/warnings.txt \
	| while read -r word rest; do case "$$word" in \
		Collecting|Processing|Requirement|Ignoring) n=$$((n < all ? n + 1 : n)); if [ -t 1 ]; then printf '\r  %d of %d \033[K' $$n $$all; fi;; \
		Installing) if [ -t 1 ]; then printf '\r  unpacking \033[K'; fi;; \
	esac; done || { echo; cat .venv/warnings.txt; exit 1; } >&2; if [ -t 1 ]; then printf '\r\033[K'; fi
	@$(BIN)/python -m pip install $(PIP) --quiet --no-deps --no-build-isolation --editable .
endef

.venv/.run: requirements/run.txt pyproject.toml .venv/pyvenv.cfg
	$(call install,run)
	@touch $@

.venv/.dev: requirements/dev.txt pyproject.toml .venv/pyvenv.cfg
	$(call install,dev)
	@touch .venv/.run $@

# PyTorch, trainers and Jupyter, for the examples that train. A build for the CPU alone (2.13.0+cpu, 190 MB) is taken where the index has one, as
# PyTorch's own index for CPUs does; PyPI's for Linux brings gigabytes for GPUs. So it is pinned, but has no one hash.
.venv/.torch: requirements/torch.txt .venv/.dev
	@echo "Installing requirements/torch.txt"
	@$(BIN)/python -m pip install $(PIP) --quiet -r requirements/torch.txt
	@touch $@

.venv/.bench: requirements/bench.txt pyproject.toml .venv/pyvenv.cfg
	$(call install,bench)
	@touch .venv/.run $@
