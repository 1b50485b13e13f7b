# What there is to do. Each target makes what it needs; nothing has to be installed beforehand but Python and pip.

VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
PIP    := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --root-user-action=ignore
WORKERS ?= 2
MINUTES ?= 20
SEED   ?= $(shell date +%F)
KILLS  ?= 1000
GAME   ?=
HALF    = $(shell awk 'BEGIN { print $(MINUTES) / 2 }')

# Compiled modules are kept, whatever the environment says: each of hundreds of processes would compile all again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST   = $(BIN)/python -m pytest
PARALLEL = -n $(WORKERS) --dist worksteal $(if $(GAME),--game $(GAME))

DENO   := DENO_DIR=$(VENV)/deno $(BIN)/deno
KEPT   := tests/store tests/accounts tests/notifications tests/mail
PAGE   := src/palatine/web/static/js

.PHONY: env play server test test-full test-rest test-services check check-js format bench golden gallery soak soak-kills clauses licences wheel docs pictures clean browser lock

play: $(VENV)/.playing  ## Serve the lobby and open it.
	@$(BIN)/palatine serve

server: $(VENV)/.serving  ## What a server for others needs besides: sign-in, mail, notifications, PostgreSQL.
	@echo "Next: palatine.toml and palatine checklist, see README.md." >&2

env: $(VENV)/.working  ## Everything for working on the project.

test: env browser  ## The tests to run before a commit, with GAME=elric those of one game.
	@$(PYTEST) $(PARALLEL) --tier test

test-full: env browser  ## All tests but those of test-services and soak.
	@$(PYTEST) $(PARALLEL) --tier full

test-rest: env browser  ## The tests of test-full that make test leaves out.
	@$(PYTEST) $(PARALLEL) --tier rest

# As root, or with a sudo that asks nothing: the servers are started by the tests, on free ports, in folders of their own.
test-services: env  ## Mail with Postfix and Dovecot, the store with PostgreSQL.
	@$(BIN)/python tests/services/packages.py --install
	@$(PYTEST) -n $(WORKERS) --dist loadfile --tier services tests/services $(KEPT)
	@$(PYTEST) --tier alone tests/services

check: env check-js  ## Lint, format, types, imports between packages, dead code, commit messages.
	@.ci/commits
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted; run: make format" >&2; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/vulture

check-js: env  ## Format and types of the page's scripts.
	@$(DENO) fmt --check --quiet || { echo "Not formatted; run: make format" >&2; exit 1; }
	@$(DENO) check --quiet $(PAGE) tests/page

format: env
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .
	@$(DENO) fmt --quiet

bench: $(VENV)/.measuring  ## Speed, as ratios to peers.
	@$(BIN)/python -m benchmarks

golden: env  ## Write the golden playthroughs anew, on purpose.
	@PALATINE_UPDATE_GOLDEN=1 $(PYTEST) -k "golden and whole" tests/testing/test_games.py

gallery: env  ## Write the digests of the gallery's first games anew, on purpose.
	@PALATINE_UPDATE_GOLDEN=1 $(PYTEST) --tier soak tests/lab/test_gallery.py

# Half of the minutes new seeds, half of them the tests that are too many for every day, in another order each day; those
# on PostgreSQL where its programs are.
soak: env browser  ## For MINUTES: games, laws and figures with the seed SEED (the date), and the tests in bulk.
	@$(BIN)/python -m palatine.testing soak $(GAME) --minutes $(HALF) --processes $(WORKERS) --seed $(SEED)
	@PALATINE_SOAK_SEED=$(SEED) PALATINE_SOAK_MINUTES=$(HALF) $(PYTEST) $(PARALLEL) --tier soak \
	  $(if $(wildcard /usr/lib/postgresql/*/bin/initdb),--tier soak-services)

soak-kills: env  ## KILLS kills and freezes of servers, nginx and PostgreSQL while matches are played.
	@$(BIN)/python tests/services/packages.py --install
	@PALATINE_KILLS=$(KILLS) $(PYTEST) -s --tier alone tests/services/test_kills.py

clauses: env  ## Clauses without code, clauses without a test.
	@$(BIN)/palatine clauses

licences: env  ## The licences of everything shipped, in dist/THIRD-PARTY.txt.
	@mkdir -p dist && $(BIN)/python deploy/licences.py > dist/THIRD-PARTY.txt

wheel: env  ## A wheel in dist/, with the coverage of the clauses as of now.
	@$(BIN)/python -m palatine.testing coverage tests
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

docs: $(VENV)/.documenting  ## The pages of docs/, the reference and every clause of every game as a site in build/docs.
	@$(BIN)/python docs/site

pictures: env browser  ## The pictures of README and docs, from the running product.
	@$(BIN)/python tests/pictures.py

browser: env  ## A Chromium for the tests, unless one is there.
	@$(BIN)/python tests/browser.py --install

lock: env  ## The newest versions of everything, with their hashes, into requirements/.
	@$(PIP) uv
	@$(LOCK) --output-file requirements/play.txt
	@$(LOCK) --extra server --extra postgres --output-file requirements/serve.txt
	@$(LOCK) --extra dev --output-file requirements/dev.txt
	@$(LOCK) --extra dev --extra bench --output-file requirements/bench.txt
	@$(LOCK) --extra docs --output-file requirements/docs.txt

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# The environments: what playing needs, what working, measuring, the site need besides, in the versions that
# requirements/ names with their hashes. Each is made anew only when these or pyproject.toml have changed.

LOCKED = $(PIP) --require-hashes --requirement
OURS   = $(PIP) --no-deps --editable .
LOCK   = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-annotate pyproject.toml

$(VENV)/.playing: requirements/play.txt pyproject.toml | $(BIN)/pip
	@echo "Installing what playing needs ..." >&2
	@$(LOCKED) requirements/play.txt && $(OURS)
	@touch $@

$(VENV)/.serving: requirements/serve.txt pyproject.toml | $(BIN)/pip
	@echo "Installing what a server needs ..." >&2
	@$(LOCKED) requirements/serve.txt && $(OURS)
	@touch $@ $(VENV)/.playing

$(VENV)/.working: requirements/dev.txt pyproject.toml | $(BIN)/pip
	@echo "Installing what working on the project needs ..." >&2
	@$(LOCKED) requirements/dev.txt && $(OURS)
	@touch $@ $(VENV)/.playing

$(VENV)/.measuring: requirements/bench.txt pyproject.toml | $(BIN)/pip
	@echo "Installing what measuring needs ..." >&2
	@$(LOCKED) requirements/bench.txt && $(OURS)
	@touch $@ $(VENV)/.working $(VENV)/.playing

$(VENV)/.documenting: requirements/docs.txt pyproject.toml | $(BIN)/pip
	@echo "Installing what the site needs ..." >&2
	@$(LOCKED) requirements/docs.txt && $(OURS)
	@touch $@ $(VENV)/.playing

# Debian's Python comes without ensurepip: then pip, which is there, is asked to put a pip into the environment.
$(BIN)/pip:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Palatine needs Python 3.11 or newer; say which: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
	  { rm -rf $(VENV) && $(PYTHON) -m venv --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } || \
	  { rm -rf $(VENV); echo "No environment could be made; Debian has it in the package python3-venv." >&2; exit 1; }
