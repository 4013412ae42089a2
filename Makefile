# The two commands: `make run` plays, `make test` checks everything.

.PHONY: run test lint bench nightly

run:
	@echo "Building Polynya; the first time this takes a few minutes."
	@cargo run --release --package polynya -- play

test: lint
	cargo test --workspace

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings

bench:
	cargo run --release --package polynya -- bench
	sh scripts/instructions
	cargo bench --package polynya-games

# What takes too long for every change: more cases, more matches.
nightly:
	POLYNYA_CASES=1000000 cargo test --release --package polynya-catalog --test bad_input
	POLYNYA_MATCHES=100 cargo test --release --package polynya-games
	cargo run --release --package polynya -- sim polar-dare --bots random --games 100000
