# kappabook. `make help` lists what there is to make.
#
# Everything runs in .venv, built from requirements.lock on first use. To use an activated
# environment instead:  make figures VENV= PYTHON=python
SHELL := /bin/sh
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.SUFFIXES:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv

ifeq ($(strip $(VENV)),)
RUN := PYTHONPATH=$(CURDIR)/src $(PYTHON)
ENVIRONMENT := requirements.lock
else
RUN := $(VENV)/bin/python
ENVIRONMENT := $(VENV)/.ready
endif

FIGURES := \
	kappa_guide-doctors \
	$(foreach name,fig1 fig2 fig3 fig4 fig5,cats_and_dogs-$(name)) \
	$(foreach name,fig1 fig2 fig3 fig4,bendavid2008-$(name)) \
	$(foreach name,chance t-tests rerun seeds cd drivers,bendavid2007-$(name)) \
	$(foreach name,fig1 bounds ceiling swap optimum prior,kaymak_auk-$(name)) \
	$(foreach name,fig2 fig3 distributions reversals,kaymak_auk-$(name)) \
	$(foreach name,guide bounds prevalence cut,critics-$(name)) \
	summary
WIDGETS := $(foreach name,confusion threshold prevalence,build/widgets/$(name).html)
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
EXERCISES := $(wildcard notebooks/exercises/*.ipynb)
DECKS := $(patsubst notebooks/%.ipynb,build/slides/%.html,$(wildcard notebooks/0[1-7]-*.ipynb))

sources = $(shell find $(1) -name '*.py' -o -name '*.csv' -o -name '*.mplstyle' -o -name '*.toml' \
	-o -name '*.json' -o -name '*.html' -o -name '*.css' -o -name '*.js')
METRICS := $(call sources,src/kappabook/metrics)
DISPLAY := $(call sources,src/kappabook/display)
STUDY := $(call sources,src/kappabook/study src/kappabook/data)
# A figure's key starts with its paper's: kaymak_auk-fig2 is drawn by papers/kaymak_auk.
paper = $(firstword $(subst -, ,$(1)))
paper_sources = $(shell find src/kappabook/papers/$(call paper,$(1)) data/printed/$(call paper,$(1)) \
	data/results -name '*.py' -o -name '*.csv' 2>/dev/null)
TEACHING = $(shell find src/kappabook/teaching src/kappabook/publish -type f ! -name '*.pyc')
EVERYTHING = $(call sources,src data/printed data/results)

.PHONY: help setup figures notebooks exercises widgets site slides data german-credit german-credit-report study lab test test-slow ledger transcription-check lint format bench lock clean distclean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  make figures/KEY.svg, .pdf or .png: one figure; the keys are"
	@echo "      $(FIGURES)"

setup: $(ENVIRONMENT) ## build .venv from requirements.lock (done by every target that needs it)

figures: $(FIGURES:%=figures/%.svg) ## draw the papers' figures as SVG, PDF and PNG

notebooks: $(NOTEBOOKS:notebooks/%.ipynb=build/notebooks/%.done) ## execute the notebooks in place

widgets: $(WIDGETS) ## the figures that move as pages: build/widgets, no kernel, no network

site: build/site/index.html ## notebooks, ledger and reference as a site that opens without a network

slides: $(DECKS) ## a deck of slides per notebook: build/slides, each one file

exercises: $(ENVIRONMENT) ## make notebooks/exercises, and nbgrader's, from notebooks/solutions
	$(RUN) -m kappabook exercises

data: $(ENVIRONMENT) ## fetch every data set into data/raw; nothing else downloads
	$(RUN) -m kappabook data

german-credit: $(ENVIRONMENT) ## repeat the AUK paper's experiment: data/results (can be stopped and resumed)
	$(RUN) -m kappabook german-credit

study: $(ENVIRONMENT) ## repeat the 2007 paper's experiment in WEKA: data/results (the same)
	$(RUN) -m kappabook study

ledger: build/ledger.csv ## judge every claim of the documents: build/ledger.html and .csv
	@cat build/ledger.md

# SECOND=file.csv, with the columns claim and printed; without it, data/printed/second-entry.
SECOND ?=
transcription-check: $(ENVIRONMENT) ## compare what is transcribed with a second entry, SECOND=file.csv
	@$(RUN) -m kappabook transcription-check $(SECOND)

# The notebook of the experiment for other parameters, from committed results; see notebook 07.
N_SPLITS ?= 1000
POSITIVE ?= good
german-credit-report: $(ENVIRONMENT) ## notebook 07 with N_SPLITS=50 POSITIVE=bad, into build/
	@mkdir -p build
	$(RUN) -m papermill --cwd notebooks --log-level WARNING --no-progress-bar \
		-p N_SPLITS $(N_SPLITS) -p POSITIVE $(POSITIVE) \
		notebooks/07-german-credit.ipynb build/.german-credit-report.ipynb \
		|| { rm -f build/.german-credit-report.ipynb; exit 1; }
	@mv build/.german-credit-report.ipynb build/german-credit-report.ipynb
	@echo build/german-credit-report.ipynb

lab: $(ENVIRONMENT) ## open the notebooks in JupyterLab
	$(RUN) -m jupyterlab --notebook-dir=notebooks

test: lint ## lint, types, tests, notebooks, figures and ledger against what is committed
	$(RUN) -m pytest -q -n 2 --dist loadfile \
		--nbval-lax --nbval-current-env --nbval-cell-timeout 120 notebooks/exercises
	$(RUN) -m pytest -n 2 --dist loadfile -m 'not slow' --doctest-modules \
		--nbval --nbval-current-env --nbval-cell-timeout 120 tests src notebooks \
		--ignore=notebooks/exercises

test-slow: $(ENVIRONMENT) ## what make test leaves out for time: whole runs again, every page of the site
	$(RUN) -m pytest -n 2 -m slow tests

lint: $(ENVIRONMENT) ## check style and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy --strict src

format: $(ENVIRONMENT) ## put code and notebooks into the project's format
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

bench: .venv-bench/.ready ## measure against the peers, side by side (an environment of its own)
	PYTHONPATH=$(CURDIR)/src .venv-bench/bin/python benchmarks/run.py

lock: ## renew the locks from pyproject.toml (needs uv)
	uv pip compile --universal --generate-hashes --python-version 3.11 --all-extras --no-header \
		--quiet --upgrade --output-file requirements.lock pyproject.toml
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
		--quiet --upgrade --output-file requirements-build.lock requirements-build.in
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
		--quiet --upgrade --output-file benchmarks/requirements.lock benchmarks/requirements.in

clean: ## remove what make can make again; keeps .venv and data/raw
	rm -rf build figures .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests notebooks -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf

distclean: clean ## remove the environments and data/raw too
	rm -rf .venv .venv-bench data/raw

# Nothing without a hash: what builds the packages that have no wheel is installed before them.
PINNED := --quiet --disable-pip-version-check --no-deps --require-hashes --no-build-isolation \
	--use-pep517

# --- rules ------------------------------------------------------------------------------------

$(VENV)/.ready: requirements.lock requirements-build.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else \
		"error: kappabook needs Python 3.11 or newer; $(PYTHON) is %d.%d. Try: make PYTHON=python3.12" % v[:2])'
	@echo "Building $(VENV) from requirements.lock: about a minute, 1.4 GB."
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install $(PINNED) -r requirements-build.lock
	$(VENV)/bin/python -m pip install $(PINNED) -r requirements.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --editable .
	@touch $@

.venv-bench/.ready: benchmarks/requirements.lock requirements-build.lock
	rm -rf .venv-bench
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install $(PINNED) -r requirements-build.lock
	.venv-bench/bin/python -m pip install $(PINNED) -r $<
	@touch $@

# The poster shows the verdicts of every document.
$(foreach suffix,svg pdf png,figures/summary.$(suffix)): $(EVERYTHING)

# One drawing makes all three formats. A key that does not exist is refused with those that do.
figures/%.svg figures/%.pdf figures/%.png: $(ENVIRONMENT) $(METRICS) $(DISPLAY) $(STUDY) $$(call paper_sources,$$*)
	$(RUN) -m kappabook figure $*

build/notebooks/%.done: notebooks/%.ipynb $(ENVIRONMENT) $(EVERYTHING)
	$(RUN) -m kappabook notebook $<
	@mkdir -p $(@D) && touch $@

# One run writes all of them.
$(WIDGETS) &: $(ENVIRONMENT) $(METRICS) $(DISPLAY) $(TEACHING)
	$(RUN) -m kappabook widgets

build/site/index.html: $(ENVIRONMENT) $(EVERYTHING) $(TEACHING) $(NOTEBOOKS) $(EXERCISES) \
		$(shell find docs -type f ! -name '*.pyc')
	$(RUN) -m kappabook site

$(DECKS) &: $(ENVIRONMENT) $(TEACHING) $(NOTEBOOKS)
	$(RUN) -m kappabook slides

# The page links to the notebooks, and README has the table; it is renewed if that changes it.
build/ledger.csv: $(ENVIRONMENT) $(EVERYTHING) $(NOTEBOOKS) README.md
	$(RUN) -m kappabook ledger --readme README.md
