# Libraries of others. Each is found once, as a target, with the cure named when it is missing.

function(paisql_require found package what)
  if(NOT ${found})
    message(FATAL_ERROR "${what} is missing: run scripts/setup, or install the Debian package ${package}.")
  endif()
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

find_package(fmt 9 QUIET)
paisql_require(fmt_FOUND libfmt-dev "fmt")

find_package(nlohmann_json 3.11 QUIET)
paisql_require(nlohmann_json_FOUND nlohmann-json3-dev "nlohmann/json")

find_package(SQLite3 3.40 QUIET)
paisql_require(SQLite3_FOUND libsqlite3-dev "SQLite 3.40 or later")

# paisql_library(<name> <header> <library> <Debian package> [header folder])
# makes the imported target paisql::<name>.
function(paisql_library name header library package)
  find_path(${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${ARGN})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  paisql_require(${name}_INCLUDE_DIR ${package} "${header}")
  paisql_require(${name}_LIBRARY ${package} "${library}")
  add_library(paisql::${name} UNKNOWN IMPORTED)
  set_target_properties(
    paisql::${name} PROPERTIES IMPORTED_LOCATION "${${name}_LIBRARY}"
                               INTERFACE_INCLUDE_DIRECTORIES "${${name}_INCLUDE_DIR}")
endfunction()

paisql_library(antlr4 antlr4-runtime.h antlr4-runtime libantlr4-runtime-dev antlr4-runtime)
paisql_library(readline readline/readline.h readline libreadline-dev)
paisql_library(utf8proc utf8proc.h utf8proc libutf8proc-dev)
paisql_library(archive archive.h archive libarchive-dev)
# Linked into the program: loading them would cost every start something, and few statements use them.
paisql_library(pcre2 pcre2.h libpcre2-8.a libpcre2-dev)
paisql_library(zlib zlib.h libz.a zlib1g-dev)
paisql_library(xxhash xxhash.h libxxhash.a libxxhash-dev)
paisql_library(crypto openssl/evp.h libcrypto.a libssl-dev)

# The header only: the library is opened at run time, when the first statement needs it.
add_library(paisql_duckdb_header INTERFACE)
if(NOT EXISTS "${PAISQL_DEPS}/duckdb/include/duckdb.h")
  message(FATAL_ERROR "${PAISQL_DEPS}/duckdb/include/duckdb.h is missing: run scripts/setup.")
endif()
target_include_directories(paisql_duckdb_header SYSTEM INTERFACE "${PAISQL_DEPS}/duckdb/include")
target_link_libraries(paisql_duckdb_header INTERFACE ${CMAKE_DL_LIBS})
