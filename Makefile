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

ifeq ($(strip $(VENV)),)
export PYTHONPATH := $(CURDIR)/src
RUN := "$(PYTHON)"
ENVIRONMENT := requirements.lock
else
RUN := $(VENV)/bin/python
ENVIRONMENT := $(VENV)/.ready
endif

WIDGETS := $(foreach name,confusion threshold prevalence grim label,build/widgets/$(name).html)
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
EXERCISES := $(wildcard notebooks/exercises/*.ipynb)
DECKS := $(patsubst notebooks/%.ipynb,build/slides/%.html,$(wildcard notebooks/0[1-7]-*.ipynb)) \
	build/slides/90-minutes.html

sources = $(shell find $(1) -name '*.py' -o -name '*.csv' -o -name '*.mplstyle' -o -name '*.toml' \
	-o -name '*.json' -o -name '*.html' -o -name '*.css' -o -name '*.js')
METRICS := $(call sources,src/kappabook/metrics)
DISPLAY := $(call sources,src/kappabook/display)
TEACHING = $(shell find src/kappabook/teaching src/kappabook/workbook -type f ! -name '*.pyc')
EVERYTHING = $(call sources,src data/printed data/results)

.PHONY: help setup figures notebooks exercises questions handouts widgets site slides data german-credit judges judge-rules regret study power report lab test test-slow ledger transcription-check lint format bench coverage fuzz faults mutants lock clean distclean verify
# What `make verify` leaves out: it makes no files, needs your file or a network, or takes hours.
UNMADE := help setup data report lab test test-slow lint format bench coverage lock clean distclean verify transcription-check fuzz faults mutants

# A mistyped target is answered by the nearest; a goal with a slash or a point is a file.
TARGETS := $(shell sed -n 's/^.PHONY: //p' "$(firstword $(MAKEFILE_LIST))")
WRONG := $(filter-out $(TARGETS),$(foreach goal,$(MAKECMDGOALS),$(if $(findstring /,$(goal))$(findstring .,$(goal)),,$(goal))))
ifneq ($(WRONG),)
NEAR := $(shell "$(PYTHON)" -c 'import difflib, sys; print(*difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1))' $(firstword $(WRONG)) $(TARGETS))
$(error no target '$(firstword $(WRONG))'$(if $(NEAR),; did you mean '$(NEAR)'?,;) `make help` lists them)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo '  make figures/KEY.svg, .pdf or .png: one figure; the keys: $(RUN) -m kappabook.workbook figure --list'

setup: $(ENVIRONMENT) ## build .venv, and bring the data sets that packages ship (done when needed)

figures: build/figures.txt ## draw the papers' figures as SVG, PDF and PNG

notebooks: $(NOTEBOOKS:notebooks/%.ipynb=build/notebooks/%.done) ## execute the notebooks in place

widgets: $(WIDGETS) ## the figures that move, grim and label, as pages: build/widgets, no kernel, no network

site: build/site/index.html ## notebooks, ledger and reference as a site that opens without a network

slides: $(DECKS) ## decks of the lesson and of the notebooks: build/slides, each one file

exercises: $(ENVIRONMENT) ## make notebooks/exercises, and nbgrader's, from notebooks/solutions
	$(RUN) -m kappabook.workbook exercises

questions: $(ENVIRONMENT) ## the questions for class: build/questions for Moodle, docs/assessment.md
	$(RUN) -m kappabook.workbook questions --page docs/assessment.md

handouts: $(ENVIRONMENT) ## sheets for class on A4 and letter, as PDF: build/handouts
	$(RUN) -m kappabook.workbook handouts $(if $(ITEMS),--items "$(ITEMS)")

data: $(ENVIRONMENT) ## fetch every data set into data/raw; nothing else downloads
	$(RUN) -m kappabook.workbook data

german-credit: $(ENVIRONMENT) ## repeat the AUK paper's experiment: data/results (can be stopped and resumed)
	$(RUN) -m kappabook.workbook german-credit $(if $(SPLITS),--splits "$(SPLITS)")

judges: $(ENVIRONMENT) ## repeat the test of language models as annotators: data/results
	$(RUN) -m kappabook.workbook judges

judge-rules: $(ENVIRONMENT) ## simulate which rule accepts which judge: data/results (can be stopped)
	$(RUN) -m kappabook.workbook judge-rules

# Quick, and into build/: german-credit with SPLITS=1, study with DATASETS=monks-3, regret with
# SOURCES=iris,wine and SPLITS=2.
regret: $(ENVIRONMENT) ## repeat the experiment on regret: data/results (the same)
	$(RUN) -m kappabook.workbook regret $(if $(SOURCES),--sources "$(SOURCES)") $(if $(SPLITS),--splits "$(SPLITS)")

study: $(ENVIRONMENT) ## repeat the 2007 paper's experiment in WEKA: data/results (the same)
	$(RUN) -m kappabook.workbook study $(if $(DATASETS),--datasets "$(DATASETS)")

power: $(ENVIRONMENT) ## ten times ten folds, and tests on a thousand splits: data/results (half an hour)
	$(RUN) -m kappabook.workbook study power-sklearn power-weka
	$(RUN) -m kappabook.workbook german-credit --differences

ledger: build/ledger.csv ## judge every claim of the documents: build/ledger.html and .csv
	@cat build/ledger.md

# With the columns claim and printed; without SECOND, data/printed/second-entry.
transcription-check: $(ENVIRONMENT) ## compare what is transcribed with a second entry, SECOND=file.csv
	@$(RUN) -m kappabook.workbook transcription-check $(if $(SECOND),"$(SECOND)")

# Arguments may also be COSTS=1:5 INTO=folder; with more, type the command: docs/report.md.
REPORT = $(foreach name,TARGET POSITIVE CLASSIFIERS ENGINE REPEATS COSTS INTO,$(call option,$(name)))
option = $(if $($(1)),--$(shell echo $(1) | tr A-Z a-z) "$($(1))")
report: $(ENVIRONMENT) ## classifiers on your own data: DATA=my.csv TARGET=column; see docs/report.md
	@$(if $(and $(DATA),$(TARGET)),,echo 'Say which: make report DATA=my.csv TARGET=column' >&2; exit 2)
	$(RUN) -m kappabook report "$(DATA)" $(REPORT)

lab: $(ENVIRONMENT) ## open the notebooks in JupyterLab
	$(RUN) -m jupyterlab --notebook-dir=notebooks

# The costliest layers first, each file on one worker, so that both workers end together.
# A student's notebook has no outputs, so nbval compares none and only runs its cells. No
# test looks at what is logged, and to catch it takes a twentieth of the time.
PYTEST = PYTHONPATH="$(CURDIR)/tests/offline$${PYTHONPATH:+:$$PYTHONPATH}" $(RUN) -m pytest -n 2 \
	--dist loadfile --no-loadscope-reorder -p no:logging \
	--nbval --nbval-current-env --nbval-cell-timeout 120

test: lint ## lint, types, tests, notebooks, figures and ledger against what is committed
	$(PYTEST) -m 'not slow' --doctest-modules tests/workbook tests/papers \
		notebooks tests/unit tests/properties $(wildcard tests/faults/test_*.py) src

test-slow: $(ENVIRONMENT) ## what make test leaves out for time, listed in tests/README.md
	$(PYTEST) -m 'slow or hypothesis' --hypothesis-profile thorough tests \
		notebooks/exercises notebooks/solutions

# Copies of the checkout; ONLY="site slides" names products, without it all.
verify: $(ENVIRONMENT) ## make everything twice, plainly and disturbed, and compare every byte (an hour)
	$(RUN) tools/verify.py $(ONLY)

mutants: $(ENVIRONMENT) build/mutants/sample.jsonl ## alter the library a thousand times; do the tests notice? (can be stopped)
	$(RUN) tools/mutants/run.py

# The same seed tries the same inputs; TARGETS="score agree" only those commands.
INPUTS ?= 500
SEED ?= 1
fuzz: $(ENVIRONMENT) ## break the commands with altered files: INPUTS=500 of each, SEED=1
	$(RUN) tests/fuzz_run.py --inputs $(INPUTS) --seed $(SEED) $(TARGETS)

lint: $(ENVIRONMENT) ## check style and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy --strict --num-workers auto src

format: $(ENVIRONMENT) ## put code and notebooks into the project's format
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

bench: export PYTHONPATH := $(CURDIR)/src
bench: .venv-bench/.ready ## measure against the peers, side by side (an environment of its own)
	.venv-bench/bin/python benchmarks/run.py

coverage: $(ENVIRONMENT) ## measure the intervals of kappa and of raters: data/results and docs (an hour)
	$(RUN) benchmarks/coverage_of_kappa.py
	$(RUN) benchmarks/comparison_coverage.py
	$(RUN) benchmarks/rater_coverage.py

# With WHAT="kill study --moments 5" only that; see tests/faults/run.py.
faults: $(ENVIRONMENT) ## kill, interrupt and double commands at random moments, in copies (hours)
ifdef WHAT
	$(RUN) tests/faults/run.py $(WHAT)
else
	$(RUN) tests/faults/run.py kill
	$(RUN) tests/faults/run.py interrupt
	$(RUN) tests/faults/run.py twice --moments 3
endif

LOCK := -m uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
	--quiet --upgrade --output-file
lock: $(ENVIRONMENT) ## renew the locks from pyproject.toml
	$(RUN) $(LOCK) requirements.lock --all-extras pyproject.toml
	$(RUN) $(LOCK) requirements-build.lock requirements-build.in
	$(RUN) $(LOCK) tools/mutants/requirements.lock tools/mutants/requirements.in
	$(RUN) $(LOCK) benchmarks/requirements.lock --override benchmarks/overrides.txt benchmarks/requirements.in

clean: ## remove build and caches; keeps the figures, .venv and data/raw
	rm -rf build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools experiments notebooks -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf

distclean: clean ## remove the environments and data/raw too
	rm -rf .venv .venv-* data/raw

# --- rules ------------------------------------------------------------------------------------

$(VENV)/.ready: requirements.lock requirements-build.lock tools/environment.py
	"$(PYTHON)" tools/environment.py $(VENV) $< --editable
	$(RUN) -m kappabook.workbook data --packaged
	@touch $@

.venv-bench/.ready: benchmarks/requirements.lock requirements-build.lock tools/environment.py
	"$(PYTHON)" tools/environment.py .venv-bench $<
	@touch $@

.venv-mutants/.ready: tools/mutants/requirements.lock requirements-build.lock tools/environment.py
	"$(PYTHON)" tools/environment.py .venv-mutants $<
	@touch $@

# A sample is of one state of the sources; verdicts on another are worth nothing.
MUTATED = $(call sources,src/kappabook/metrics src/kappabook/report src/kappabook/ledger.py \
	src/kappabook/checks.py src/kappabook/study/folds.py)
build/mutants/sample.jsonl: .venv-mutants/.ready tools/mutants/sample.py $(MUTATED)
	.venv-mutants/bin/python tools/mutants/sample.py

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

# A small part of a long experiment.
build/short/%: $(ENVIRONMENT) FORCE
	$(RUN) tools/short_runs.py $* $(if $(JOBS),--jobs $(JOBS))

# One run writes all of them.
$(WIDGETS) &: $(ENVIRONMENT) $(METRICS) $(DISPLAY) $(TEACHING)
	$(RUN) -m kappabook.workbook widgets

build/site/index.html: $(ENVIRONMENT) $(EVERYTHING) $(TEACHING) $(NOTEBOOKS) $(EXERCISES) \
		$(shell find docs -type f ! -name '*.pyc')
	$(RUN) -m kappabook.workbook site

$(DECKS) &: $(ENVIRONMENT) $(TEACHING) $(NOTEBOOKS)
	$(RUN) -m kappabook.workbook slides --page docs/lesson-90-minutes.md

# The page links to the notebooks; Two pages of docs/ hold tables, renewed if they change.
build/ledger.csv: $(ENVIRONMENT) $(EVERYTHING) $(NOTEBOOKS) docs/what-held.md docs/findings.md
	$(RUN) -m kappabook.workbook ledger --table docs/what-held.md --findings docs/findings.md
