# The first Python on the PATH that is new enough, can make environments and really runs (a version manager's shims may not).
PYTHON ?= $(shell for candidate in python3 python3.13 python3.12 python3.11; do \
	"$$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo "$$candidate" && break; done)
BIN := .venv/bin
READY := .venv/.ready
WORKERS ?= 2
SHIPPED := envs agents training benchmarks
SOURCES := setup.py src $(SHIPPED) tests

.PHONY: demo test lint format venv peers clean

# The second time it only shows what the first time has made.
demo: $(READY)
	test -d runs/demo || $(BIN)/ludarium train kelp:duel --minutes 4 --seed 1 --out runs/demo
	$(BIN)/ludarium evaluate runs/demo random scripted exact --game kelp:duel --games 2000 --seed 1
	$(BIN)/ludarium solve kelp:duel --agent runs/demo

test: lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup

# Type checkers do not follow an editable installation of mapped folders: they read the package through links instead.
lint: $(READY)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	mkdir -p .typecheck/ludarium
	find -L .typecheck/ludarium -maxdepth 1 -type l -delete
	ln -sfn $(foreach path,$(wildcard src/ludarium/*) $(SHIPPED),$(CURDIR)/$(path)) .typecheck/ludarium/
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

venv: $(READY)

$(READY): pyproject.toml setup.py constraints.txt
	@test -x $(BIN)/python || test -n "$(PYTHON)" \
	|| { echo "no Python 3.11 or newer with venv on the PATH; name one: make venv PYTHON=/path/to/python3" >&2; exit 1; }
	test -x $(BIN)/python || "$(PYTHON)" -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade -c constraints.txt pip setuptools wheel
	$(BIN)/python -m pip install $$(grep '^torch==' constraints.txt)
	$(BIN)/python -m pip install -c constraints.txt --no-build-isolation -e ".[dev]"
	touch $(READY)

# What `ludarium bench --peers` measures beside us; in an environment of its own, since it is nothing we build on.
peers: $(READY)
	test -x .venv-peers/bin/python || $(BIN)/python -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet -r requirements-peers.txt

clean:
	rm -rf .typecheck .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist ./*.egg-info
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +
