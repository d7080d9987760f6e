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
.PHONY: help install demo test test-pi lint lock audit faults start-time memory clean

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

install: $(VENV)/.installed ## .venv with croupier and all that its tests need

$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Croupier needs Python 3.11, 3.12 or 3.13 with its venv module (Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Fetching what Croupier needs into $(VENV): a minute or two…"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV_ARGS) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: install ## the whole machine on this computer, no hardware needed
	@$(BIN)/croupier demo $(ARGS)

test: lint ## everything that can be checked by itself
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(ARGS)

# A copy of a Raspberry Pi to install and boot; as root, with a network, some minutes (tests/pi_root/README.md).
PI_ROOT ?= /var/tmp/croupier-pi

test-pi: install ## camera, install script and service on a Raspberry Pi that is none; as root
	tests/pi_root/make.sh $(PI_ROOT)
	PI_ROOT=$(PI_ROOT) $(BIN)/python -m pytest tests/pi_root/check_pi.py --timeout 1800 -v $(ARGS)

faults: install ## what the table does when something fails, tried out and written into docs/faults.md
	$(BIN)/python tests/faults.py docs/faults.md

start-time: install ## how long the table takes from the start of its process to being ready
	$(BIN)/python tests/measure_start.py $(ARGS)

memory: install ## how much memory the demo takes after a minute, and after an hour
	$(BIN)/python tests/measure_memory.py $(ARGS)

lock: ## systemd/requirements.txt anew: the versions and hashes that a Pi is given; needs `uv`
	uv pip compile pyproject.toml systemd/requirements.in --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --quiet --output-file systemd/requirements.txt
	sed -i '1i # Made by `make lock`, not by hand: every version with its hashes, for Python 3.11 (Bookworm) to 3.13 (Trixie).' \
		systemd/requirements.txt

audit: ## known weaknesses of the packages that a Pi is given; needs `pip-audit` and the network
	pip-audit --no-deps --disable-pip --requirement systemd/requirements.txt

lint: install ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean: ## away with .venv and all caches
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
