# Each recipe is one plain command: run it by hand where `just` is not installed.

# Everything, as CI does it
all:
    bash tests/run

# Style, types, arrows, generated pages
check:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy
    .venv/bin/mypy tests benchmarks docs/generate.py hatch_build.py
    .venv/bin/pyright
    .venv/bin/lint-imports
    .venv/bin/python docs/generate.py --check

# All tests
test:
    .venv/bin/python -m pytest -n 2

# The quick ones
fast:
    .venv/bin/python -m pytest -n 2 tests/unit tests/property

# Write the generated pages
docs:
    .venv/bin/python docs/generate.py

# Measure; the figures go into the changelog
bench:
    .venv/bin/python benchmarks/hooks.py


# Build the wheel
package:
    .venv/bin/python -m build

# Write all lock files anew (needs uv)
lock:
    for group in run dev; do \
      uv pip compile pyproject.toml $([ $group = dev ] && echo --group dev) --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --upgrade -o requirements/$group.txt; \
    done
    uv pip compile --group model --no-deps --universal --python-version 3.11 \
      --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --upgrade -o requirements/model.txt
