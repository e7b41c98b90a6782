#!/usr/bin/env bash
# Runs the exhaustive tests in shards that can be stopped and continued; `--help` says more.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
[ -x "$python" ] || python=python3
exec "$python" tests/exhaustive.py "$@"
