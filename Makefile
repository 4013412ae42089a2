# The two commands: `make run` plays, `make test` checks everything.

.PHONY: run test lint bench nightly

run:
	@cargo run --quiet --release --package polynya -- play

test: lint
	cargo test --workspace

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings

bench:
	cargo build --release --package polynya
	target/release/polynya bench
	sh scripts/instructions target/release/polynya

# What takes too long for every change: more cases, more matches.
nightly:
	POLYNYA_CASES=1000000 cargo test --release --package polynya-catalog --test bad_input
	POLYNYA_MATCHES=50 cargo test --release --package polynya-games --test conformance
	cargo run --release --package polynya -- sim polar-dare --games 100000
