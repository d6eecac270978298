# A fresh clone needs python3 (3.11 to 3.13, with venv and pip) and make; every target sets itself up.
PYTHON ?= python3
PY := .venv/bin/python
TORCH := 2.13.0+cpu
# both variables slow numpy's libraries on processors that do not need them
BENCH := env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE .venv-bench/bin/python -m benchmarks.run
export PYTHONHASHSEED := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup export notebooks readme figures theorems seeds lint test peers peers-setup adapters adapters-setup test-spark test-store fast fresh core lowest docs docs-setup e2e bench bench-full bench-scale coverage simulate feasible reproduce lab clean fuzz fuzz-guided errors contracts faults load mutants types reliability

help:       ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 18

setup: .venv/.done  ## make .venv with the pinned packages

.venv/.done: requirements.lock pyproject.toml settings.ini
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo "prspace needs Python 3.11 to 3.13, but '$(PYTHON)' is not: name another one, as in 'make setup PYTHON=python3.12'" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { echo "'$(PYTHON) -m venv' failed: install its venv package first (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "installing the pinned packages into .venv (one to three minutes)" >&2
	@$(PY) -m pip install -qq --require-hashes -r requirements.lock
	@$(PY) -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

export: setup  ## write prspace/ from the notebooks
	@$(PY) -m tools.export

notebooks: export  ## export, then run and rewrite every notebook in place
	@$(PY) -m tools.notebooks --write

readme: setup  ## write README.md from nbs/index.ipynb
	@$(PY) -m tools.readme

figures: export  ## run the figure notebooks, which write figures/
	@$(PY) -m tools.notebooks --write figures

theorems: setup  ## print each theorem with its verdict
	@$(PY) -m tools.theorems

seeds: setup  ## compare the documents' tables with computed ones
	@$(PY) -m tools.tables

lint: setup  ## check style of notebooks, tools, tests and benchmarks
	@$(PY) -m ruff check nbs tools tests benchmarks
	@$(PY) -m ruff format --check nbs tools tests benchmarks

types: setup  ## check the hints of the package: mypy, strict
	@$(PY) -m mypy

test: setup  ## run all tests
	@$(PY) -m pytest -q

PEERS := -m pytest -q --noconftest -p no:cacheprovider -o filterwarnings=

.venv-peers/.done: requirements-peers.lock
	@$(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install -qq --no-compile --require-hashes -r requirements-peers.lock
	@touch $@

.venv-torch/.done: requirements-torch.in
	@$(PYTHON) -m venv .venv-torch
	@.venv-torch/bin/python -m pip install -qq --no-compile -r requirements-torch.in
	@touch $@

# exit 3 means that only a build with CUDA is to be had, which is said and no failure
peers-setup: .venv-peers/.done
	@code=0; [ -e .venv-torch/.done ] || \
	  .venv-peers/bin/python tests/peers/torch_build.py requirements-torch.in || code=$$?; \
	case $$code in \
	  0) $(MAKE) --no-print-directory .venv-torch/.done ;; \
	  3) ;; \
	  *) exit $$code ;; \
	esac

peers: peers-setup  ## compare records with the programs themselves (Spark needs Java)
	@.venv-peers/bin/python $(PEERS) tests/peers/live.py
	@if Rscript -e 'library(ROCR)' >/dev/null 2>&1; then \
	  .venv-peers/bin/python $(PEERS) tests/peers/live_r.py; \
	else echo "R is not compared: Rscript and its package ROCR are not here" >&2; fi
	@if [ -e .venv-torch/.done ]; then .venv-torch/bin/python $(PEERS) tests/peers/live_torch.py; fi

.venv-fast/.done: requirements-fast.lock
	@$(PYTHON) -m venv .venv-fast
	@.venv-fast/bin/python -m pip install -qq --require-hashes -r requirements-fast.lock
	@touch $@

FAST := .venv-fast/bin/python -m pytest -q --noconftest -p no:cacheprovider

fast: .venv-fast/.done  ## test the optional extra: numba at the first row, and not at all
	@PRSPACE_NUMBA=always $(FAST) tests/test_fast.py tests/test_engine.py
	@PRSPACE_NUMBA=never $(FAST) tests/test_fast.py

fresh: setup  ## build the wheel and the source archive, and try both in empty environments
	@$(PY) -m tools.fresh

# other Pythons: make core PYTHON=python3.13 CORE=.venv-3.13
CORE := .venv-core
LOWEST := .venv-lowest

$(CORE)/.done: requirements.lock pyproject.toml settings.ini
	@$(PYTHON) -m venv $(CORE)
	@$(CORE)/bin/python -m pip install -qq --require-hashes -r requirements.lock
	@$(CORE)/bin/python -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

$(LOWEST)/.done: requirements-lowest.lock pyproject.toml settings.ini
	@$(PYTHON) -m venv $(LOWEST)
	@$(LOWEST)/bin/python -m pip install -qq --require-hashes -r requirements-lowest.lock
	@$(LOWEST)/bin/python -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

core: $(CORE)/.done  ## test the contracts on another Python: PYTHON=python3.13
	@$(CORE)/bin/python -m pytest -q -p no:cacheprovider tests/contract

# old packages use what newer ones deprecate
lowest: $(LOWEST)/.done  ## test the core with the lowest packages it allows
	@PRSPACE_TESTS=core $(LOWEST)/bin/python -m pytest -q -p no:cacheprovider -W ignore::DeprecationWarning tests

.venv-adapters/.done: requirements-adapters.lock
	@$(PYTHON) -m venv .venv-adapters
	@.venv-adapters/bin/python -m pip install -qq --no-compile --require-hashes -r requirements-adapters.lock
	@touch $@

adapters-setup: .venv-adapters/.done

# Spark gives a worker fifteen seconds to answer, which a busy machine misses
ADAPT := SPARK_LOCAL_IP=127.0.0.1 SPARK_AUTH_SOCKET_TIMEOUT=300 .venv-adapters/bin/python -m pytest -q --noconftest -p no:cacheprovider -o filterwarnings= -rs

adapters: .venv-adapters/.done  ## test every dataframe library but Spark against a plain reference
	@$(ADAPT) tests/adapters --ignore-glob='*test_spark*'

test-spark: .venv-adapters/.done  ## test Spark: batch, Connect, and a stream that is killed twice (needs Java)
	@$(ADAPT) tests/adapters/test_spark*.py

test-store: setup  ## kill a writer of the part store sixty times and count what is lost
	@$(PY) -m tests.adapters.kills

.venv-docs/.done: requirements-docs.lock
	@$(PYTHON) -m venv .venv-docs
	@.venv-docs/bin/python -m pip install -qq --no-compile --require-hashes -r requirements-docs.lock
	@touch $@

docs-setup: .venv-docs/.done

SITE := $(shell find nbs docs figures prspace tools *.md benchmarks/README.md -type f -not -name '*.pyc' -not -path '*/.*')

_docs/index.html: .venv-docs/.done $(SITE)
	@.venv-docs/bin/python -m tools.site

docs: _docs/index.html  ## build the site into _docs/, every warning an error, and check its links

e2e: setup docs  ## open notebooks in JupyterLab, and the site, in a real Chromium
	@.venv-docs/bin/python -m pytest -q --confcutdir=tests/e2e -p no:cacheprovider -o filterwarnings= tests/e2e

.venv-bench/.done: requirements-bench.lock
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install -qq --require-hashes -r requirements-bench.lock
	@touch $@

# optional: only the CPU build is wanted, which not every package index has; tried once
.venv-bench/.torch: .venv-bench/.done requirements-bench-torch.lock
	@.venv-bench/bin/python -m pip install -qq --no-deps torch==$(TORCH) && \
	  .venv-bench/bin/python -m pip install -qq --no-deps --require-hashes -r requirements-bench-torch.lock || \
	  echo "left out: torch $(TORCH) cannot be installed here, so torchmetrics and torcheval have no rows" >&2
	@touch $@

bench: .venv-bench/.torch  ## time prspace beside other programs, to 10⁶ rows; CSV in _build/bench
	@$(BENCH) --out _build/bench

bench-full: .venv-bench/.torch  ## the same to 10⁷ rows, growth to 10⁸; rewrites benchmarks/results
	@$(BENCH) --full

ROWS := 1e7

coverage: setup  ## simulate how often each interval holds the truth; rewrites benchmarks/results/coverage.csv
	@$(PY) -m benchmarks.coverage

simulate: setup  ## simulate bias of areas and spread of precision; rewrites two tables of benchmarks/results
	@$(PY) -m benchmarks.bias
	@$(PY) -m benchmarks.spread

feasible: setup  ## ask whether true reports can exist, a hundred thousand of them; none may be refused
	@$(PY) -m benchmarks.feasible

fuzz: setup .venv-bench/.torch  ## attack every door with random inputs, and compare 20,000 with other programs; rewrites two tables
	@$(PY) -m tests.attacks.doors
	@.venv-bench/bin/python -m tests.attacks.differential

errors: setup  ## measure every number against exact arithmetic; rewrites benchmarks/results/errors.csv
	@$(PY) -W error -m tests.attacks.errors

contracts: setup  ## try every contract on every public metric; rewrites benchmarks/results/contracts.csv
	@$(PY) -m tests.attacks.contracts

faults: setup  ## kill writers, fill disks, cut files; rewrites benchmarks/results/faults.csv
	@$(PY) -m tests.attacks.faults

load: setup  ## time and memory as models, groups, classes and thresholds grow; rewrites benchmarks/results/load.csv
	@$(PY) -m benchmarks.load

# hours, most of them for mutants, which go on where they were stopped
reliability: fuzz errors contracts faults mutants load  ## run every attack, then rewrite guides/reliability from their tables
	@$(PY) -m tools.notebooks --write guides/reliability.ipynb

.venv-fuzz/.done: requirements-fuzz.lock
	@$(PYTHON) -m venv .venv-fuzz
	@.venv-fuzz/bin/python -m pip install -qq --no-compile --require-hashes -r requirements-fuzz.lock
	@touch $@

SECONDS_EACH := 600

fuzz-guided: .venv-fuzz/.done  ## let coverage guide the bytes of files, JSON rows and command lines (atheris)
	@.venv-fuzz/bin/python -m tests.attacks.guided --seconds $(SECONDS_EACH)

.venv-mutants/.done: requirements-mutants.lock
	@$(PYTHON) -m venv .venv-mutants
	@.venv-mutants/bin/python -m pip install -qq --no-compile --require-hashes -r requirements-mutants.lock
	@touch $@

mutants: setup .venv-mutants/.done  ## break the core in thousands of ways and count what the tests notice (hours; goes on where it was)
	@.venv-mutants/bin/python -m tests.attacks.mutate
	@$(PY) -m tests.attacks.mutants

bench-scale: setup .venv-adapters/.done  ## count a file of ROWS rows with each engine: time, peak memory; CSV in _build/bench
	@SPARK_LOCAL_IP=127.0.0.1 $(PY) -m benchmarks.scale --rows $(ROWS) --spark .venv-adapters/bin/python

reproduce: setup  ## rebuild everything in a temporary copy and compare with what is committed
	@$(PY) -m tools.reproduce

lab: setup  ## open JupyterLab on this machine
	@$(PY) -m jupyterlab --ip=127.0.0.1 --notebook-dir=.

clean:      ## remove .venv and caches
	rm -rf .venv .venv-peers .venv-torch .venv-bench .venv-fast .venv-adapters .venv-docs .venv-core .venv-lowest .venv-fuzz .venv-mutants .pytest_cache .ruff_cache .hypothesis _build _docs _proc
	find . -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf
