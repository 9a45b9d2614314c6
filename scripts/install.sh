#!/bin/sh
# Copies paisql out of its unpacked archive to where programs are looked for. bin/paisql also runs from where it is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=$HOME/.local
[ "$(id -u)" != 0 ] || prefix=/usr/local
training=yes
python=python3

usage() {
  cat <<'TEXT'
usage: ./install.sh [--prefix DIR] [--no-training] [--python PATH]

  --prefix DIR   the program goes to DIR/bin, all else to DIR/lib/paisql and DIR/share
                 (/usr/local for root, else ~/.local)
  --no-training  no TensorFlow and no libraries of learners (1.5 GB): for SQL only
  --python PATH  the Python 3.9, 3.10 or 3.11 whose packages TensorFlow is for (python3)
TEXT
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix wants a folder"; prefix=$2; shift ;;
    --python) [ $# -gt 1 ] || fail "--python wants a program"; python=$2; shift ;;
    --no-training) training=no ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

mkdir -p "$prefix" || fail "$prefix cannot be made: choose another --prefix"
prefix=$(cd "$prefix" && pwd)
if [ "$training" = yes ]; then
  "$python" -c 'import sys, venv; sys.exit(not (3, 9) <= sys.version_info[:2] <= (3, 11))' 2>/dev/null ||
    fail "$python is not a Python 3.9, 3.10 or 3.11 with venv: --python names one, --no-training does without"
fi
if [ "$prefix" != "$here" ]; then
  for folder in bin lib share; do
    mkdir -p "$prefix/$folder"
    cp -R "$here/$folder/." "$prefix/$folder/"
  done
fi
if [ "$training" = yes ]; then
  echo "install.sh: installing TensorFlow, the libraries of learners and what scripts import besides"
  "$python" -m venv "$prefix/lib/paisql/venv"
  "$prefix/lib/paisql/venv/bin/python" -m pip --disable-pip-version-check install --quiet \
    --only-binary :all: --no-deps --require-hashes -r "$here/requirements-training.lock"
  "$prefix/lib/paisql/venv/bin/python" -m pip --disable-pip-version-check install --quiet \
    --only-binary :all: --no-deps --require-hashes -r "$here/requirements-learners.lock"
fi
echo "install.sh: $prefix/bin/paisql is ready"
case :$PATH: in
  *:$prefix/bin:*) ;;
  *) echo "install.sh: $prefix/bin is not on the PATH" ;;
esac
