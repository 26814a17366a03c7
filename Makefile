# orientationd. `make help` lists what can be made; the work is done by scripts/.

PREFIX ?= /usr/local
SECONDS ?=
HOURS ?=
QUICK ?=

# The scripts have these from the environment: in a recipe a shell would read into them. SECONDS goes by another name,
# since a shell counts it up.
override TIME_LIMIT := $(value SECONDS)
export PREFIX DESTDIR HOURS TIME_LIMIT

.DEFAULT_GOAL := help
.PHONY: help run test test-sanitized test-deb soak fuzz build lint check-imports bench release deb install uninstall clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Install what is missing, build, and show the orientation changing (SECONDS=20: stop by itself)
	@scripts/run "$$TIME_LIMIT"

test: ## Install what is missing, and run every check and test
	@scripts/test

test-sanitized: ## Run the unit tests and those under umockdev with the address and the thread sanitizer
	@scripts/test-sanitized

test-deb: ## Build the Debian package, and install, use and purge it in the virtual machine
	@scripts/test-deb

soak: ## Days of a tablet's life in minutes, in User-Mode Linux (HOURS=72)
	@scripts/soak "$$HOURS"

fuzz: ## Feed the parsers with made-up input, each for SECONDS (default 30)
	@scripts/setup build
	@scripts/fuzz "$$TIME_LIMIT"

build: ## Build the programs (debug) into .build/debug
	@scripts/setup build
	@scripts/build

lint: ## Check formatting, imports and scripts; changes nothing
	@scripts/lint

check-imports: ## Check that the core imports nothing but mathematics
	@scripts/check-imports

bench: ## Measure beside iio-sensor-proxy, and write docs/benchmarks.md (QUICK=1: in a few minutes)
	@scripts/setup build
	@Benchmarks/run.sh $(if $(QUICK),--quick)

release: ## Build the programs for others to run, and the manual pages, into .build/release
	@scripts/setup build install
	@scripts/build -c release --static-swift-stdlib
	@scripts/man .build/release/man

install: ## Build a release and install it (PREFIX=/usr/local, DESTDIR=)
	@scripts/install

deb: ## Build a Debian package into dist/, and check it with lintian
	@scripts/deb

uninstall: ## Stop and remove what `make install` installed; configuration and state stay
	@scripts/uninstall

clean: ## Remove everything that was built: programs, Python environment, virtual machine
	rm -rf .build .venv .vm Fuzz/.build dist
