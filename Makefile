# SPDX-License-Identifier: GPL-2.0-only
#
#   make demo       build the simulator and run the demonstration; results in out/demo/
#   make test       build everything and run every test
#   make bench      speed and memory, as JSON on stdout
#   make validate   compare simulated with published numbers; out/validation/index.html; FULL=1 for everything
#   make mutants    try random small wrong changes of the sources on the suites; make listed-mutants tries those of
#                   tests/mutants.toml, which must be found (doc/mutation.rst)
#   make campaign   draw networks and faults from SEEDS seeds (100) and check what becomes of them; out/campaign/
#   make figures    regenerate the pictures and numbers of the documentation
#   make lint       check format, spelling and licence lines
#   make headers    check that each source and header of a module compiles alone
#   make doxygen    the reference of all classes, build/doxygen/html/index.html; needs doxygen 1.9 or later
#   make docs       the site of all pages and references, build/docs/index.html; needs doxygen and tshark
#   make wheel      a package for machines without a compiler, dist/*.whl
#   make contrib    build the modules in the source tree NS3 of ns-3, and run their suites there
#   make build      build everything, into build/
#   make clean      remove build/ and out/; make distclean removes .venv/ as well
#
# The first call makes .venv/ with the packages requirements.txt pins, as many of them as it needs. Variables:
#   PYTHON            interpreter for .venv, 3.10 to 3.13 (python3)
#   CONFIGURE_FLAGS   further options for CMake, such as -DNS3_WARNINGS_AS_ERRORS=ON
#   FULL              1 for all of the validation, not a quick selection
#   OFFLOAD           1 for the validation with segmentation offload, which is faster
#   SEED              what is added to the numbers of the validation's runs, such as 100
#   DISKSIM           folder of DiskSim's parameter files and traces: of the Cheetah 9LP for make figures, of any of
#                     its validated drives for make validate
#   NS3               a source tree of ns-3, 3.44 or later, for make contrib
#   SEEDS             number of seeds of the campaign
#   DEMO_ARGS, BENCH_ARGS, TEST_ARGS, VALIDATE_ARGS, CONTRIB_ARGS, MUTATE_ARGS, CAMPAIGN_ARGS   further arguments
#                     for the demonstration, the benchmarks, pytest, the validation, tools/contrib.py, tools/mutate.py,
#                     the campaign

PYTHON ?=
CONFIGURE_FLAGS ?=
DEMO_ARGS ?=
BENCH_ARGS ?=
TEST_ARGS ?=
VALIDATE_ARGS ?=
CONTRIB_ARGS ?=
MUTATE_ARGS ?=
CAMPAIGN_ARGS ?=
SEEDS ?= 100
NS3 ?=
FULL ?=
OFFLOAD ?=
SEED ?=

VENV_PYTHON := .venv/bin/python
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PYTHON
# A virtual environment the user has activated holds other packages.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH
# How many steps are done and how long the others will take.
export NINJA_STATUS ?= [%f/%t, %W left] #

# Compiles and installs packages at once.
TOGETHER = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j2)

.PHONY: build demo test bench validate mutants listed-mutants campaign figures lint headers doxygen docs wheel contrib clean distclean
.PHONY: everything simulator FORCE
.DELETE_ON_ERROR:

build:
	@+$(TOGETHER) everything .venv/.installed
	@$(VENV_PYTHON) -m ns3_iscsi.precompiled

# Tests, examples, Python bindings and the packages that only these need are left to `make build`.
demo:
	@+$(TOGETHER) simulator .venv/.pictures
	@$(VENV_PYTHON) examples/run-demo.py $(DEMO_ARGS)

test: build
	@$(VENV_PYTHON) tools/run_tests.py $(TEST_ARGS)

# Standard output is the result, so the build speaks elsewhere.
bench:
	@$(MAKE) --no-print-directory build >&2
	@$(VENV_PYTHON) benchmarks/run.py $(BENCH_ARGS)

validate: build
	@$(VENV_PYTHON) -m validation $(if $(filter-out 0,$(FULL)),--full) $(if $(SEED),--seed=$(SEED)) \
	  $(if $(filter-out 0,$(OFFLOAD)),--offload) $(if $(DISKSIM),--disksim="$(DISKSIM)") $(VALIDATE_ARGS)

mutants: build
	@$(VENV_PYTHON) tools/mutate.py random $(MUTATE_ARGS)

listed-mutants: build
	@$(VENV_PYTHON) tools/mutate.py listed $(MUTATE_ARGS)

campaign: build
	@$(VENV_PYTHON) -m ns3_iscsi campaign run --seeds "$(SEEDS)" $(CAMPAIGN_ARGS)
	@$(VENV_PYTHON) -m ns3_iscsi campaign report

figures: build
	@$(VENV_PYTHON) tools/figures.py $(if $(DISKSIM),--disksim="$(DISKSIM)")

lint: .venv/.installed
	@$(VENV_PYTHON) tools/lint.py

headers: build
	@$(VENV_PYTHON) tools/check_headers.py

doxygen:
	@mkdir -p build
	@doxygen doc/Doxyfile

# Any warning of either program is an error. All pages are written each time: the search finds only the index entries of
# those that are.
docs: build
	@mkdir -p build/docs
	@{ cat doc/Doxyfile; printf '%s\n' 'OUTPUT_DIRECTORY = build/docs' 'HTML_OUTPUT = cpp' \
	  'WARN_AS_ERROR = FAIL_ON_WARNINGS'; } | doxygen -
	@$(VENV_PYTHON) -m sphinx -W --keep-going -q -a -c doc -d build/docs-cache . build/docs
	@$(VENV_PYTHON) tools/check_links.py build/docs
	@echo "The site is build/docs/index.html"

# It runs where the C library is at least that of the tag in its name. libcrypto is left to each machine, which renews it.
wheel: .venv/.installed
	@rm -rf build/wheel
	@$(VENV_PYTHON) -m pip wheel --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	@auditwheel repair --exclude libcrypto.so.3 --wheel-dir dist build/wheel/*.whl

contrib: .venv/.build
	@$(VENV_PYTHON) tools/contrib.py $(if $(NS3),"$(NS3)",$(error NS3 names no source tree of ns-3)) $(CONTRIB_ARGS)

clean:
	rm -rf build out
	@echo ".venv stays; make distclean removes it as well"

distclean:
	rm -rf build build-debug build-asan build-package out .venv

# What compiles and runs the simulator comes first; the rest is installed in parallel with the compiler.
STAGES := requirements.in requirements.txt tools/setup-venv
.venv/.build: $(STAGES)
	@tools/setup-venv build
	@touch $@

.venv/.pictures: .venv/.build
	@tools/setup-venv pictures
	@touch $@

.venv/.installed: .venv/.build
	@tools/setup-venv
	@touch .venv/.pictures $@

# Ninja and make 4.3 do not share a job server: Ninja chooses its own number of jobs.
NINJA := env -u MAKEFLAGS cmake --build build

everything: build/.configured
	@$(NINJA)

simulator: build/.configured
	@[ -e build/bin/iscsi-san ] || echo "Compiling the simulator (several minutes on two cores, less with ccache)"
	@$(NINJA) --target iscsi-san disk-catalogue

# From here on CMake notices for itself what changed, but for options that were given to an earlier call.
ifneq ($(strip $(CONFIGURE_FLAGS)),$(strip $(shell cat build/.configured 2>/dev/null)))
build/.configured: FORCE
endif
build/.configured: .venv/.build CMakePresets.json
	@cmake --preset release --fresh -DCMAKE_PREFIX_PATH="$(CURDIR)/.venv" $(CONFIGURE_FLAGS)
	@echo '$(CONFIGURE_FLAGS)' > $@

FORCE:
