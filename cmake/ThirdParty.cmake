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

# SQLite, built from its amalgamation; docs/internals/formats.md says why not the system's. What is left out
# are ways in that a catalog of somebody else's making could use. The log and the shared
# memory get the permissions of the database.
if(NOT EXISTS "${PAISQL_DEPS}/sqlite/sqlite3.c")
  message(FATAL_ERROR "${PAISQL_DEPS}/sqlite/sqlite3.c is missing: run scripts/setup.")
endif()
add_library(paisql_sqlite STATIC "${PAISQL_DEPS}/sqlite/sqlite3.c")
target_include_directories(paisql_sqlite SYSTEM PUBLIC "${PAISQL_DEPS}/sqlite")
target_link_libraries(paisql_sqlite PRIVATE Threads::Threads)
target_compile_options(paisql_sqlite PRIVATE -O2 -w)
target_compile_definitions(
  paisql_sqlite
  PRIVATE SQLITE_THREADSAFE=2
          SQLITE_DQS=0
          SQLITE_DEFAULT_MEMSTATUS=0
          SQLITE_MAX_MMAP_SIZE=0
          SQLITE_TRUSTED_SCHEMA=0
          SQLITE_OMIT_LOAD_EXTENSION
          SQLITE_OMIT_SHARED_CACHE
          SQLITE_OMIT_DEPRECATED
          HAVE_FDATASYNC=1
          HAVE_USLEEP=1
          HAVE_PREAD=1
          HAVE_PWRITE=1)

# Arrow's IPC format, built from nanoarrow's sources under names of our own.
if(NOT EXISTS "${PAISQL_DEPS}/nanoarrow/nanoarrow/nanoarrow_ipc.h")
  message(FATAL_ERROR "${PAISQL_DEPS}/nanoarrow is missing: run scripts/setup.")
endif()
set(NANOARROW_VERSION_MAJOR 0)
set(NANOARROW_VERSION_MINOR 9)
set(NANOARROW_VERSION_PATCH 0)
set(NANOARROW_VERSION "0.9.0")
set(NANOARROW_NAMESPACE_DEFINE "#define NANOARROW_NAMESPACE PaisqlNano")
configure_file("${PAISQL_DEPS}/nanoarrow/nanoarrow/nanoarrow_config.h.in"
               "${CMAKE_BINARY_DIR}/nanoarrow/nanoarrow/nanoarrow_config.h" @ONLY)
set(nanoarrow_sources)
foreach(part common/array common/array_stream common/schema common/utils ipc/codecs ipc/decoder ipc/encoder
             ipc/reader ipc/writer)
  list(APPEND nanoarrow_sources "${PAISQL_DEPS}/nanoarrow/nanoarrow/${part}.c")
endforeach()
foreach(part builder emitter refmap verifier)
  list(APPEND nanoarrow_sources "${PAISQL_DEPS}/nanoarrow/flatcc/src/runtime/${part}.c")
endforeach()
add_library(paisql_nanoarrow STATIC ${nanoarrow_sources})
target_include_directories(
  paisql_nanoarrow SYSTEM PUBLIC "${CMAKE_BINARY_DIR}/nanoarrow" "${PAISQL_DEPS}/nanoarrow"
                                 "${PAISQL_DEPS}/nanoarrow/flatcc/include")
target_compile_options(paisql_nanoarrow PRIVATE -O2 -w)
target_compile_definitions(paisql_nanoarrow PRIVATE NANOARROW_IPC_WITH_ZSTD NANOARROW_IPC_WITH_LZ4)

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
paisql_library(yaml yaml-cpp/yaml.h libyaml-cpp.a libyaml-cpp-dev)
# Its header only: the program opens the library of this name when it opens an archive.
paisql_library(archive archive.h archive libarchive-dev)
file(REAL_PATH "${archive_LIBRARY}" archive_file)
if(NOT archive_file MATCHES "(libarchive[.]so[.][0-9]+)[^/]*$")
  message(FATAL_ERROR "${archive_file} is not a shared library with a version: install the Debian package libarchive-dev.")
endif()
add_library(paisql_archive_header INTERFACE)
target_include_directories(paisql_archive_header SYSTEM INTERFACE "${archive_INCLUDE_DIR}")
target_compile_definitions(paisql_archive_header INTERFACE "PAISQL_ARCHIVE_SONAME=\"${CMAKE_MATCH_1}\"")
target_link_libraries(paisql_archive_header INTERFACE ${CMAKE_DL_LIBS})
# Its header only: the program opens the library with the first catalog on a server.
find_path(libpq_INCLUDE_DIR postgresql/libpq-fe.h)
mark_as_advanced(libpq_INCLUDE_DIR)
paisql_require(libpq_INCLUDE_DIR libpq-dev "postgresql/libpq-fe.h")
add_library(paisql_libpq_header INTERFACE)
target_include_directories(paisql_libpq_header SYSTEM INTERFACE "${libpq_INCLUDE_DIR}"
                                                                "${libpq_INCLUDE_DIR}/postgresql")
target_link_libraries(paisql_libpq_header INTERFACE ${CMAKE_DL_LIBS})
# Linked into the program: loading them would cost every start something, and few statements use them.
paisql_library(pcre2 pcre2.h libpcre2-8.a libpcre2-dev)
paisql_library(zlib zlib.h libz.a zlib1g-dev)
paisql_library(zstd zstd.h libzstd.a libzstd-dev)
paisql_library(lz4 lz4frame.h liblz4.a liblz4-dev)
paisql_library(snappy snappy.h libsnappy.a libsnappy-dev)
target_link_libraries(paisql_nanoarrow PRIVATE paisql::zstd paisql::lz4)
paisql_library(xxhash xxhash.h libxxhash.a libxxhash-dev)
paisql_library(crypto openssl/evp.h libcrypto.a libssl-dev)
paisql_library(ssl openssl/ssl.h libssl.a libssl-dev)
target_link_libraries(paisql::ssl INTERFACE paisql::crypto)
# Of Abseil only its time zones, and what these call.
paisql_library(absl_time absl/time/time.h libabsl_time.a libabsl-dev)
foreach(part civil_time time_zone strings int128 base raw_logging_internal)
  paisql_library(absl_${part} absl/time/time.h libabsl_${part}.a libabsl-dev)
  target_link_libraries(paisql::absl_time INTERFACE paisql::absl_${part})
endforeach()

# paisql_headers(<name> <header> <Debian package>) makes paisql_<name> for a library of headers alone.
function(paisql_headers name header package)
  find_path(${name}_INCLUDE_DIR ${header})
  mark_as_advanced(${name}_INCLUDE_DIR)
  paisql_require(${name}_INCLUDE_DIR ${package} "${header}")
  add_library(paisql_${name} INTERFACE)
  target_include_directories(paisql_${name} SYSTEM INTERFACE "${${name}_INCLUDE_DIR}")
endfunction()

# Protocol buffers without generated code, and so without names that TensorFlow's own library has
# as well.
paisql_headers(protozero protozero/pbf_reader.hpp libprotozero-dev)
# HTTP by Asio and Beast.
paisql_headers(boost boost/beast/http.hpp libboost1.81-dev)
target_compile_definitions(paisql_boost INTERFACE BOOST_ASIO_NO_DEPRECATED)
paisql_headers(rapidjson rapidjson/reader.h rapidjson-dev)

# The header only: the library is opened at run time, when the first statement needs it.
add_library(paisql_duckdb_header INTERFACE)
if(NOT EXISTS "${PAISQL_DEPS}/duckdb/include/duckdb.h")
  message(FATAL_ERROR "${PAISQL_DEPS}/duckdb/include/duckdb.h is missing: run scripts/setup.")
endif()
target_include_directories(paisql_duckdb_header SYSTEM INTERFACE "${PAISQL_DEPS}/duckdb/include")
target_link_libraries(paisql_duckdb_header INTERFACE ${CMAKE_DL_LIBS})
