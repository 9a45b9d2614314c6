# shellcheck shell=bash
# Sourced by the other scripts: where the checkout is, how they speak, and how they build.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deps=$root/.deps
logs=$deps/log

say() { printf '%s: %s\n' "${0##*/}" "$*"; }

# fail MESSAGE [CURE]: says what is wrong and how to cure it, and ends the script.
fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  if [ $# -gt 1 ]; then printf '  %s\n' "${@:2}" >&2; fi
  exit 1
}

# quietly NAME COMMAND...: output goes to a log file; if the command fails, the end of it is shown.
quietly() {
  local name=$1 log
  shift
  mkdir -p "$logs"
  log=$logs/$name.log
  if "$@" >"$log" 2>&1; then return 0; fi
  printf '%s: failed: %s\n' "${0##*/}" "$*" >&2
  tail -n 15 "$log" | sed 's/^/  | /' >&2
  printf '  whole output: %s\n' "$log" >&2
  return 1
}

# build_preset PRESET FOLDER [TARGET]: configures when needed and builds. Compiler messages are shown,
# and how far the build is.
build_preset() {
  local preset=$1 folder=$2 target=${3:-all}
  if [ ! -f "$folder/build.ninja" ]; then
    (cd "$root" && quietly "configure-$preset" cmake --preset "$preset") ||
      fail "the build could not be configured"
  fi
  say "building ($preset)"
  NINJA_STATUS='[%f of %t, %e s] ' cmake --build "$folder" --target "$target" \
    --parallel "${PAISQL_BUILD_JOBS:-$(nproc)}" ||
    fail "the build failed"
}
