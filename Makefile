# Killcurve: the commands of every day. `make run` and `make test` install what they need first.

VENV    := .venv
PYTHON  := $(VENV)/bin/python
STAMPS  := $(VENV)/stamps
ADDRESS ?= 127.0.0.1

# The matrices are small: BLAS threads would only wait for each other.
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup run test lint bench catalogue sweep browser

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMPS)/development browser ## create .venv with everything for running, testing and building

# A stamp is as new as the last successful installation, so a second `make` has nothing to do.
$(STAMPS)/running: requirements.txt tools/setup.sh
	@sh tools/setup.sh $(VENV) requirements.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/development: requirements.txt requirements-dev.txt tools/setup.sh
	@sh tools/setup.sh $(VENV) requirements-dev.txt
	@mkdir -p $(STAMPS) && touch $(STAMPS)/running $@

browser:
	@sh tools/browser.sh

run: $(STAMPS)/running ## start the dashboard and print its address (PORT=8600, ADDRESS=0.0.0.0 to change it)
	@$(PYTHON) -m streamlit run app.py --server.address=$(ADDRESS) $(if $(PORT),--server.port=$(PORT))

test: $(STAMPS)/development browser ## run the tests, those in a real browser included
	@$(PYTHON) -m pytest -n 2 --dist loadfile -m "not sweep and not browser"
	@$(PYTHON) -m pytest -m browser

sweep: $(STAMPS)/development ## open every page for every faction of both editions, without a browser (long)
	@$(PYTHON) -m pytest -n 2 -m sweep -rP

lint: $(STAMPS)/development ## check style, format and types
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy

bench: $(STAMPS)/development ## run the benchmarks and print what they measure
	@for script in benchmarks/[a-z]*.py; do \
		$(PYTHON) -m benchmarks.$$(basename $$script .py) || exit 1; \
	done

catalogue: $(STAMPS)/development ## rebuild data/catalogue from the pinned sources
	@$(PYTHON) -m data.build
