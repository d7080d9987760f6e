# Everything a newcomer needs: `make demo` and `make test`. Each prepares .venv first if need be.
#   make demo ARGS="--headless --games 1 --seed 7"     passes options on
#   make install VENV_ARGS=--system-site-packages      on a Pi, where picamera2 comes from apt

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
VENV_ARGS ?=
# The first Python on the path that is new enough, not too new for pygame's wheels, and able to make a venv.
FITS := import sys, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c '$(FITS)' 2>/dev/null && { echo $$python; break; }; done)

.DEFAULT_GOAL := help
.PHONY: help install demo test lint clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

install: $(VENV)/.installed ## .venv with croupier and all that its tests need

$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Croupier needs Python 3.11, 3.12 or 3.13 with its venv module (Debian: apt install python3-venv)." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV_ARGS) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: install ## the whole machine on this computer, no hardware needed
	@$(BIN)/croupier demo $(ARGS)

test: lint ## everything that can be checked by itself
	$(BIN)/python -m pytest $(ARGS)

lint: install ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean: ## away with .venv and all caches
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
