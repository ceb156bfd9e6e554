# make demo   imports, verifies, counts and replays a small set of matches
# make test   lint, types, import rules, tests
# Each of them sets up .venv on its own; it is set up again only when pyproject.toml has changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
DEMO := demo-out
EXAMPLES := reports/examples/four-players.paipu.jsonl reports/examples/house-rules.paipu.jsonl

.PHONY: demo test lint slow reach docs clean

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "paipu needs Python 3.11 or newer; name one: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY)
	@rm -rf $(DEMO) && mkdir $(DEMO)
	$(BIN)/paipu simulate tsair-deng --matches 20 --seed 1 --output $(DEMO)/generated.paipu.jsonl
	$(BIN)/paipu import --archive $(DEMO)/archive $(EXAMPLES) $(DEMO)/generated.paipu.jsonl
	$(BIN)/paipu verify --archive $(DEMO)/archive
	$(BIN)/paipu report --archive $(DEMO)/archive
	$(BIN)/paipu replay reports/examples/four-players.paipu.jsonl --match 1 --output $(DEMO)/replay.html

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow and not nightly"

slow: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) -m "slow and not nightly"

reach: $(READY)
	$(BIN)/python -m tests.support.reach --write

docs: $(READY)
	PAIPU_WRITE_DOCS=1 $(BIN)/python -m pytest tests/cli/test_docs.py

clean:
	rm -rf $(VENV) $(DEMO) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
