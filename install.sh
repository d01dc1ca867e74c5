#!/bin/sh
# Installs PMI into an environment of its own and links the command `pmi`; then runs
# `pmi install` with the arguments given here. May be run again: it upgrades in place.
#
#   ./install.sh --name "Ana"
#
# PMI_ENV      where the environment goes (~/.local/share/pmi/env)
# PMI_BIN_DIR  where the link goes (~/.local/bin)
# PMI_PYTHON   the Python to build it with (the first 3.11 or newer that is found)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
environment=${PMI_ENV:-"$HOME/.local/share/pmi/env"}
bin=${PMI_BIN_DIR:-"$HOME/.local/bin"}

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

new_enough() {
    "$1" -I -c 'import sys, sqlite3, ssl, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in "${PMI_PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14 python; do
        [ -n "$candidate" ] || continue
        path=$(command -v "$candidate" 2>/dev/null) || continue
        if new_enough "$path"; then printf '%s\n' "$path"; return 0; fi
    done
    return 1
}

make_environment() {
    [ -x "$environment/bin/python" ] && new_enough "$environment/bin/python" && return 0
    [ ! -e "$environment" ] || [ -e "$environment/pyvenv.cfg" ] ||
        fail "$environment is there and is no Python environment; choose another with PMI_ENV"
    say "PMI: making an environment in $environment"
    mkdir -p "$(dirname -- "$environment")"
    if command -v uv >/dev/null 2>&1; then
        uv venv --quiet --clear --python "${python:-3.11}" "$environment"
    else
        [ -n "$python" ] || fail "Python 3.11 or newer is needed; install it, or set PMI_PYTHON"
        "$python" -I -m venv --clear "$environment" ||
            fail "this Python can not make environments; on Debian and Ubuntu: apt install python3-venv"
    fi
}

# The exact versions of requirements/run.txt, checked by their hashes, then PMI itself.
fill_environment() {
    say "PMI: installing into $environment"
    if command -v uv >/dev/null 2>&1; then
        uv pip install --quiet --python "$environment/bin/python" --require-hashes -r "$root/requirements/run.txt"
        uv pip install --quiet --python "$environment/bin/python" --no-deps --reinstall-package personal-memory "$root"
    else
        "$environment/bin/python" -I -m pip install --quiet --disable-pip-version-check --require-hashes -r "$root/requirements/run.txt"
        "$environment/bin/python" -I -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$root"
    fi
    "$environment/bin/python" -I -c 'import pmi' || fail "PMI was not installed"
}

link_command() {
    mkdir -p "$bin"
    if [ -e "$bin/pmi" ] && [ ! -L "$bin/pmi" ]; then
        say "PMI: $bin/pmi is a file of yours and stays; call $environment/bin/pmi instead"
        return 0
    fi
    ln -sfn "$environment/bin/pmi" "$bin/pmi"
    case ":$PATH:" in
        *":$bin:"*) ;;
        *) say "PMI: $bin is not on your PATH; add it: export PATH=\"$bin:\$PATH\"" ;;
    esac
}

# pip writes a shell line that starts the environment's Python between double quotes.
case "$environment" in
    *[\"\$\`\\]*) fail "the environment can not be in $environment: choose a path without \" \$ \` and \\ with PMI_ENV" ;;
esac
python=$(find_python) || python=''
make_environment
fill_environment
link_command
exec "$environment/bin/pmi" install "$@"
