# kappabook. `make help` lists what there is to make.
#
# Everything runs in .venv, built from requirements.lock on first use. To use an activated
# environment instead:  make figures VENV= PYTHON=python
SHELL := /bin/sh
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv

# WHOLE adds what only some targets need: a driver of browsers, the typesetter, polars.
ifeq ($(strip $(VENV)),)
export PYTHONPATH := $(CURDIR)/src
RUN := "$(PYTHON)"
ENVIRONMENT := requirements.lock
WHOLE := requirements.lock
else
RUN := $(VENV)/bin/python
ENVIRONMENT := $(VENV)/.ready
WHOLE := $(VENV)/.whole
endif

WIDGETS := $(foreach name,opening confusion threshold prevalence label grim,build/widgets/$(name).html)
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
EXERCISES := $(wildcard notebooks/exercises/*.ipynb)
DECKS := $(patsubst notebooks/%.ipynb,build/slides/%.html,$(wildcard notebooks/0[0-3]-*.ipynb))

sources = $(shell find $(1) -name '*.py' -o -name '*.csv' -o -name '*.mplstyle' -o -name '*.toml' \
	-o -name '*.json' -o -name '*.html' -o -name '*.css' -o -name '*.js')
METRICS := $(call sources,src/kappabook/metrics)
DISPLAY := $(call sources,src/kappabook/display)
TEACHING = $(shell find src/kappabook/teaching src/kappabook/workbook -type f ! -name '*.pyc')
EVERYTHING = $(call sources,src data/printed data/results)

.PHONY: help setup lab figures notebooks ledger data lesson site slides exercises questions widgets rerun test test-slow lint format lock clean

# What is mistyped is answered by the nearest that there is; a goal with a slash or point is a file.
near = $(shell "$(PYTHON)" -c 'import difflib, sys; print(*difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1))' "$(1)" $(2))
meant = $(if $(near),; did you mean '$(near)'?,;)
TARGETS := $(shell sed -n 's/^.PHONY: //p' "$(firstword $(MAKEFILE_LIST))")
WRONG := $(firstword $(filter-out $(TARGETS),$(foreach goal,$(MAKECMDGOALS),$(if $(findstring /,$(goal))$(findstring .,$(goal)),,$(goal)))))
ifneq ($(WRONG),)
$(error no target '$(WRONG)'$(call meant,$(WRONG),$(TARGETS)) `make help` lists them)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo '  make figures/KEY.svg, .pdf or .png: one figure; the keys: $(RUN) -m kappabook.workbook figure --list'

setup: $(ENVIRONMENT) ## build .venv, and bring the data sets that packages ship (done when needed)

# It opens the first notebook; tools/jupyter leaves out news, a grader's tools and the solutions.
lab: $(ENVIRONMENT) ## open the notebooks in JupyterLab, at the first
	JUPYTER_CONFIG_PATH="$(CURDIR)/tools/jupyter" $(RUN) -m jupyterlab --notebook-dir=notebooks

figures: build/figures.txt ## draw the papers' figures as SVG, PDF and PNG

notebooks: $(NOTEBOOKS:notebooks/%.ipynb=build/notebooks/%.done) ## execute the notebooks in place

ledger: build/ledger.csv ## judge every claim of the documents: build/ledger.html and .csv
	@cat build/ledger.md

data: $(ENVIRONMENT) ## fetch the data sets that are not here yet, into data/raw
	$(RUN) -m kappabook.workbook data

site: build/site/index.html ## notebooks, ledger and reference as a site that opens without a network

slides: $(DECKS) ## decks of the notebooks 00 to 03 in build/slides, each one page that opens without a network

lesson: $(WHOLE) ## a lesson of 70 minutes as one folder, build/lesson; PAPER=letter, ITEMS=FILE, SLIDES=FILE
	$(RUN) -m kappabook.workbook lesson $(if $(PAPER),--paper "$(PAPER)") \
		$(if $(ITEMS),--items "$(ITEMS)") $(if $(SLIDES),--slides "$(SLIDES)")

exercises: $(ENVIRONMENT) ## make notebooks/exercises, and nbgrader's, from notebooks/solutions
	$(RUN) -m kappabook.workbook exercises

questions: $(ENVIRONMENT) ## the questions for class: build/questions for Moodle, docs/assessment.md
	$(RUN) -m kappabook.workbook questions --page docs/assessment.md

widgets: $(WIDGETS) ## explorers (figures that move), grim and label as pages: build/widgets, no kernel, no network

# Each writes the files in data/results that it made, the same bytes where nothing has changed; it
# can be stopped and goes on. A part of one, into build/: ARGS="--datasets monks-3" of study,
# "--splits 1" of german-credit, "--sources iris,wine --splits 2" of regret, "--every 100" of
# coverage.
RERUN_study = $(RUN) -m kappabook.workbook study $(ARGS)
RERUN_german-credit = $(RUN) -m experiments.german_credit $(ARGS)
RERUN_judges = $(RUN) -m experiments.retrial $(ARGS)
RERUN_power = $(RUN) -m kappabook.workbook study power-sklearn power-weka && \
	$(RUN) -m experiments.german_credit --differences
RERUN_judge-rules = $(RUN) -m experiments.judges $(ARGS)
RERUN_regret = $(RUN) -m experiments.regret $(ARGS)
RERUN_coverage = $(RUN) -m experiments.coverage $(ARGS)
RERUN_bench = $(MAKE) --no-print-directory .venv-bench/.ready && PYTHONPATH="$(CURDIR)/src" \
	.venv-bench/bin/python experiments/benchmarks/run.py
EXPERIMENTS := study german-credit judges power judge-rules regret coverage bench

rerun: $(ENVIRONMENT) ## repeat an experiment: WHAT=study, german-credit, judges, power, judge-rules, regret, coverage, bench
	@$(if $(filter $(EXPERIMENTS),$(WHAT)),,echo "no experiment '$(WHAT)'$(call meant,$(WHAT),$(EXPERIMENTS)) there are: $(EXPERIMENTS)" >&2; exit 2)
	$(RERUN_$(WHAT))

# The costliest layers first, each file on one worker, so that both workers end together.
# A student's notebook has no outputs, so nbval compares none and only runs its cells. No
# test looks at what is logged, and to catch it takes a twentieth of the time.
PYTEST = PYTHONPATH="$(CURDIR)/tests/offline$${PYTHONPATH:+:$$PYTHONPATH}" $(RUN) -m pytest -n 2 \
	--dist loadfile --no-loadscope-reorder -p no:logging \
	--nbval --nbval-current-env --nbval-cell-timeout 120

test: lint ## lint, types, tests, notebooks, figures and ledger against what is committed
	$(PYTEST) -m 'not slow' --doctest-modules tests/workbook tests/papers \
		notebooks tests/unit tests/properties tests/strangers src

test-slow: $(WHOLE) ## what make test leaves out for time: tests/README.md
	$(PYTEST) -m 'slow or hypothesis' --hypothesis-profile thorough tests \
		notebooks/exercises notebooks/solutions

lint: $(ENVIRONMENT) ## check style and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy --strict --num-workers auto src

format: $(ENVIRONMENT) ## put code and notebooks into the project's format
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

LOCK := -m uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
	--quiet --upgrade --output-file
lock: $(ENVIRONMENT) ## renew the locks from pyproject.toml
	$(RUN) $(LOCK) requirements.lock --all-extras pyproject.toml
	$(RUN) $(LOCK) experiments/benchmarks/requirements.lock \
		--override experiments/benchmarks/overrides.txt experiments/benchmarks/requirements.in

clean: ## remove what is made: build and caches, not the figures, .venv and data/raw
	rm -rf build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools experiments notebooks -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf

# --- rules ------------------------------------------------------------------------------------

$(VENV)/.ready: requirements.lock tools/environment.py
	"$(PYTHON)" tools/environment.py $(VENV) $< --editable
	$(RUN) -m kappabook.workbook data --packaged
	@touch $@

$(VENV)/.whole: $(VENV)/.ready
	"$(PYTHON)" tools/environment.py $(VENV) requirements.lock --add
	@touch $@

.venv-bench/.ready: experiments/benchmarks/requirements.lock tools/environment.py
	"$(PYTHON)" tools/environment.py .venv-bench $<
	@touch $@

# One run draws all, for any changed source, and for a figure that it drew and that is gone.
DRAWN := $(shell cat build/figures.txt 2>/dev/null)
build/figures.txt: $(ENVIRONMENT) $(EVERYTHING) $(if $(filter-out $(wildcard $(DRAWN)),$(DRAWN)),FORCE)
	$(RUN) -m kappabook.workbook figure
	@mkdir -p $(@D) && LC_ALL=C ls -d figures/*.* > $@.new && mv $@.new $@ || test -s $@
FORCE:

# One run draws one, in all three formats. What is there stays if that fails or is interrupted.
.PRECIOUS: figures/%.svg figures/%.pdf figures/%.png
figures/%.svg figures/%.pdf figures/%.png: $(ENVIRONMENT) $(EVERYTHING)
	$(RUN) -m kappabook.workbook figure $*

build/notebooks/%.done: notebooks/%.ipynb $(ENVIRONMENT) $(EVERYTHING)
	$(RUN) -m kappabook.workbook notebook $<
	@mkdir -p $(@D) && touch $@

# It shows in which cells of the others a claim is judged.
build/notebooks/12-ledger.done: $(patsubst notebooks/%.ipynb,build/notebooks/%.done,$(filter-out %/12-ledger.ipynb,$(NOTEBOOKS)))

# One run writes all of them.
$(WIDGETS) &: $(ENVIRONMENT) $(METRICS) $(DISPLAY) $(TEACHING)
	$(RUN) -m kappabook.workbook widgets

# Warnings are errors; the old site stays until the new one stands.
build/site/index.html: $(ENVIRONMENT) $(EVERYTHING) $(TEACHING) $(NOTEBOOKS) $(EXERCISES) \
		$(shell find docs -type f ! -name '*.pyc')
	rm -rf build/site.new
	$(RUN) -m sphinx -W --keep-going -q -E -d build/site.read -c docs . build/site.new
	rm -rf build/site && mv build/site.new build/site

$(DECKS) &: $(ENVIRONMENT) $(TEACHING) $(NOTEBOOKS)
	$(RUN) -m kappabook.workbook slides

# The page links to the notebooks; a page of docs/ holds tables, renewed if they change.
build/ledger.csv: $(ENVIRONMENT) $(EVERYTHING) $(NOTEBOOKS) docs/what-held.md
	$(RUN) -m kappabook.workbook ledger --table docs/what-held.md --findings docs/what-held.md
