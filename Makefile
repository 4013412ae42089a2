# The two commands: `make run` plays, `make test` checks everything.

.PHONY: run play install web locked test lint docs bench atlas nightly python bench-python release lock licences

run: web locked
	@echo "Building Polynya; the first time this takes two or three minutes."
	@cargo run --locked --profile play --package polynya -- serve

# The same games in the terminal.
play: web locked
	@cargo run --locked --profile play --package polynya -- play

# The program with its manual pages and what shells complete, below PREFIX; DESTDIR is for those who make packages.
PREFIX ?= /usr/local
BUILT = target/release/polynya
SHARE = $(DESTDIR)$(PREFIX)/share

install: web locked
	cargo build --locked --release --package polynya
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(BUILT) $(DESTDIR)$(PREFIX)/bin/polynya
	$(BUILT) manual $(SHARE)/man/man1
	$(BUILT) completions bash > $(SHARE)/bash-completion/completions/polynya
	$(BUILT) completions zsh > $(SHARE)/zsh/site-functions/_polynya
	$(BUILT) completions fish > $(SHARE)/fish/vendor_completions.d/polynya.fish

# The client that is put into the program.
web: web/dist/index.html

web/dist/index.html: $(shell find web/src web/public web/index.html web/package.json web/package-lock.json web/vite.config.ts web/compress.js -type f 2>/dev/null)
	sh scripts/web build

# The versions that everybody builds with: Cargo.lock, from the form of it that is committed.
locked:
	@sh scripts/lock expand

# Without incremental compilation; whoever runs this often on one checkout may prefer CARGO_INCREMENTAL=1.
test lint docs: export CARGO_INCREMENTAL ?= 0

test: web lint docs
	sh scripts/tmux
	sh scripts/postgres run cargo test --locked --workspace --no-fail-fast
	sh scripts/python test
	sh scripts/web test
	sh scripts/parity
	sh scripts/browser

lint:
	sh scripts/lock check
	sh scripts/hosts
	node scripts/licences
	sh scripts/deploy
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings

# The pages of the crates' public items; a broken link is an error.
docs: locked
	RUSTDOCFLAGS="--deny warnings" cargo doc --locked --workspace --no-deps

bench: locked
	cargo run --locked --release --package polynya -- bench
	sh scripts/instructions
	cargo bench --locked --package polynya-games
	cargo bench --locked --package polynya-server
	cargo run --locked --release --package polynya -- load
	cargo run --locked --release --package polynya -- load --wait queue
	cargo run --locked --release --package polynya -- load --tables 50 --bot normal
	cargo run --locked --release --package polynya -- load --tables 1000 --viewers 5000
	POLYNYA_FSYNC=on sh scripts/postgres run sh -c 'cargo run --locked --release --package polynya -- load --store "$$POLYNYA_POSTGRES"'
	POLYNYA_FSYNC=on sh scripts/postgres run sh -c 'cargo run --locked --release --package polynya -- load --nodes 2 --store "$$POLYNYA_POSTGRES"'

# Everything that the laboratory knows of every game, in target/atlas/index.html: hours, and interrupted it goes on.
# `make atlas ATLAS=--quick` takes minutes.
atlas: web locked
	cargo build --locked --release --package polynya
	target/release/polynya atlas --out target/atlas$(subst --,-,$(ATLAS)) $(ATLAS)

# A wheel of the Python package, in python/dist.
python: locked
	sh scripts/python wheel

# How fast the package plays, beside others.
bench-python: locked
	sh scripts/python bench

# What takes too long for every change: more cases, more matches.
nightly: web locked
	node scripts/licences --all
	POLYNYA_POSITIONS=10000 sh scripts/parity
	POLYNYA_CASES=1000000 cargo test --locked --release --package polynya-catalog --test bad_input
	POLYNYA_CASES=10000 cargo test --locked --release --package polynya-catalog --test boxes
	POLYNYA_CASES=100000 cargo test --locked --release --package polynya-catalog --test wins
	POLYNYA_MATCHES=100 POLYNYA_ONLY="seats, normal" cargo test --locked --release --package polynya-lab --test endings
	POLYNYA_MATCHES=20 cargo test --locked --release --package polynya-lab --test endings
	POLYNYA_MATCHES=400 cargo test --locked --release --package polynya-lab --test levels -- --nocapture floes
	POLYNYA_MATCHES=60 cargo test --locked --release --package polynya-lab --test levels -- --nocapture teams roller hints
	POLYNYA_MATCHES=1000 cargo test --locked --release --package polynya-lab --test analysis -- --nocapture
	POLYNYA_ASK=1 cargo test --locked --release --package polynya-lab --test puzzles -- --nocapture
	POLYNYA_CALIBRATED=20000 cargo test --locked --release --package polynya-lab --test calibration -- --nocapture
	POLYNYA_MATCHES=300 cargo test --locked --release --package polynya-games
	POLYNYA_MATCHES=1000 cargo test --locked --release --package polynya-server --test server same_log
	POLYNYA_POSITIONS=100000 cargo test --locked --release --package polynya-bots --test wins -- --nocapture
	cargo run --locked --release --package polynya -- sim polar-dare --bots random --games 100000
	POLYNYA_QUIET=1 cargo test --locked --release --package polynya-server --test server simultaneous -- --nocapture
	POLYNYA_TABLES=20000 POLYNYA_GUESSES=1000000 cargo test --locked --release --package polynya-server --test server guessing -- --nocapture
	POLYNYA_MATCHES=1000 sh scripts/browser trust
	POLYNYA_POSITIONS=1000 sh scripts/browser layout
	POLYNYA_SIZES=all sh scripts/browser axe
	POLYNYA_QUIET=1 sh scripts/browser nightly
	POLYNYA_LESSONS=all sh scripts/browser learn
	sh scripts/python nightly
	sh scripts/python cluster
	POLYNYA_KILLS=100 cargo test --locked --release --package polynya --test lab -- kills
	sh scripts/schemathesis
	POLYNYA_STORE=postgres cargo test --locked --release --package polynya-server --test server -- limits private
	POLYNYA_QUIET=1 POLYNYA_SECONDS=10 cargo test --locked --release --package polynya --test attacks -- --nocapture
	POLYNYA_CUTS=500 cargo test --locked --release --package polynya-server --test power -- --nocapture
	POLYNYA_OPERATIONS=20000 POLYNYA_FLIPS=5000 cargo test --locked --release --package polynya-server --test server -- --nocapture exactly_once no_bit
	POLYNYA_MESSAGES=1000000 cargo test --locked --release --package polynya-server --test server -- --nocapture storm
	POLYNYA_MATCHES=1 cargo test --locked --release --package polynya --test screen
	POLYNYA_CASES=20000 cargo test --locked --release --package polynya --lib screen
	cargo build --locked --release --package polynya
	node scripts/lighthouse
	POLYNYA_TABLES=10000 cargo test --locked --release --package polynya-server --test server archive
	POLYNYA_VIEWERS=5000 POLYNYA_TABLES=1000 cargo test --locked --release --package polynya --test load -- --nocapture
	POLYNYA_MINUTES=120 cargo test --locked --release --package polynya --test load -- --ignored --nocapture
	POLYNYA_MINUTES=30 POLYNYA_STORE=postgres cargo test --locked --release --package polynya --test load -- --ignored --nocapture
	sh scripts/fuzz 600
	POLYNYA_TABLES=30 POLYNYA_NODE_TABLES=100 POLYNYA_KILLS=1000 POLYNYA_NODE_KILLS=200 POLYNYA_RESTARTS=50 POLYNYA_STOPS=30 POLYNYA_DROPS=1000 POLYNYA_FAULTS=1000 cargo test --locked --release --package polynya --test survive

# The program as it is handed out, with its licences and what operators need, in one archive.
release: web locked
	cargo build --locked --release --package polynya
	sh scripts/release

# After a change of dependencies: locks what is new, and lists the licences.
lock:
	sh scripts/lock update
	@$(MAKE) --no-print-directory licences

licences: locked
	node scripts/licences write
