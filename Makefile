# The two commands: `make run` plays, `make test` checks everything.

.PHONY: run play web test lint bench nightly

run: web
	@echo "Building Polynya; the first time this takes a few minutes."
	@cargo run --release --package polynya -- serve

# The same games in the terminal.
play: web
	@cargo run --release --package polynya -- play

# The client that is put into the program.
web: web/dist/index.html

web/dist/index.html: $(shell find web/src web/public web/index.html web/package.json web/vite.config.ts -type f 2>/dev/null)
	sh scripts/web build

test: web lint
	cargo test --workspace
	sh scripts/web test
	sh scripts/parity
	sh scripts/browser

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings

bench:
	cargo run --release --package polynya -- bench
	sh scripts/instructions
	cargo bench --package polynya-games
	cargo bench --package polynya-server
	cargo run --release --package polynya -- load
	cargo run --release --package polynya -- load --wait queue
	cargo run --release --package polynya -- load --tables 50 --bot normal

# What takes too long for every change: more cases, more matches.
nightly:
	POLYNYA_POSITIONS=10000 sh scripts/parity
	POLYNYA_CASES=1000000 cargo test --release --package polynya-catalog --test bad_input
	POLYNYA_MATCHES=100 cargo test --release --package polynya-games
	cargo run --release --package polynya -- sim polar-dare --bots random --games 100000
	POLYNYA_QUIET=1 cargo test --release --package polynya-server --test simultaneous -- --nocapture
	sh scripts/browser nightly
	POLYNYA_TABLES=50 POLYNYA_KILLS=20 POLYNYA_DROPS=1000 cargo test --release --package polynya --test survive
