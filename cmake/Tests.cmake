# tests/unit/<room>/[<folder>/]*_test.cpp -> <room>_test; tests/sql/runner/*.cpp -> sql_test;
# tests/bench/*.cpp -> bench_<file>, built by the target "bench" only.

# Preloaded into the program by tests/faults: it lets file calls fail.
set(fault_source "${CMAKE_SOURCE_DIR}/tests/faults/fault.c")
if(EXISTS "${fault_source}")
  enable_language(C)
  add_library(fault MODULE "${fault_source}")
  target_compile_options(fault PRIVATE -std=gnu11 -O2 -Wall -Wextra -Werror)
  target_link_libraries(fault PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(fault PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
endif()

# Transactions that no statement makes, which tests/faults attacks as it does the program's.
set(transact_source "${CMAKE_SOURCE_DIR}/tests/faults/transact.cpp")
if(EXISTS "${transact_source}" AND TARGET paisql_store)
  add_executable(transact "${transact_source}")
  target_link_libraries(transact PRIVATE paisql_options paisql_store)
  set_target_properties(transact PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
endif()

find_package(GTest 1.12 QUIET)
if(NOT GTest_FOUND)
  message(WARNING "GoogleTest is missing, so no tests are built: run scripts/setup.")
  return()
endif()

# The one source of the tests that knows where the checkout lies: what is compiled with that path is
# compiled anew in every checkout.
add_library(paisql_test_data STATIC "${CMAKE_SOURCE_DIR}/tests/unit/test_data.cpp")
target_include_directories(paisql_test_data PUBLIC "${CMAKE_SOURCE_DIR}/tests"
                                                   "${CMAKE_SOURCE_DIR}/tests/unit")
target_compile_definitions(paisql_test_data
                           PRIVATE PAISQL_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
target_link_libraries(paisql_test_data PRIVATE paisql_options)

function(paisql_test_executable name)
  paisql_units(units "${CMAKE_SOURCE_DIR}/tests" ${ARGN})
  add_executable(${name} ${units})
  target_link_libraries(${name} PRIVATE paisql_options paisql_test_data)
endfunction()

add_custom_target(tests)

foreach(room IN LISTS PAISQL_ROOMS)
  file(GLOB test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/unit/${room}/*_test.cpp"
       "${CMAKE_SOURCE_DIR}/tests/unit/${room}/*/*_test.cpp")
  if(test_sources)
    paisql_test_executable(${room}_test ${test_sources})
    target_link_libraries(${room}_test PRIVATE paisql_${room} GTest::gmock GTest::gtest_main)
    add_dependencies(tests ${room}_test)
  endif()
endforeach()
# The store's tests break what it keeps, by its own face of SQLite.
if(TARGET store_test)
  target_link_libraries(store_test PRIVATE paisql_sqlite)
endif()
# The syntax' tests look at the generated automata, the engine's at what it hands to DuckDB.
if(TARGET syntax_test)
  target_link_libraries(syntax_test PRIVATE paisql_grammar)
endif()
if(TARGET engine_test)
  target_link_libraries(engine_test PRIVATE paisql_duckdb_header)
endif()

file(GLOB runner_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/sql/runner/*.cpp")
if(runner_sources)
  paisql_test_executable(sql_test ${runner_sources})
  target_link_libraries(sql_test PRIVATE paisql_session)
  add_dependencies(tests sql_test)
endif()

add_custom_target(bench)
find_package(benchmark QUIET)
file(GLOB bench_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/bench/*.cpp")
foreach(source IN LISTS bench_sources)
  get_filename_component(stem "${source}" NAME_WE)
  if(stem STREQUAL "raw_duckdb")
    # Nothing of ours: a program that is linked with the library.
    add_executable(bench_${stem} "${source}")
    target_link_libraries(bench_${stem} PRIVATE paisql_duckdb_header "${duckdb_library}")
  else()
    paisql_test_executable(bench_${stem} "${source}")
    target_link_libraries(bench_${stem} PRIVATE paisql_completion paisql_inference
                                                paisql_duckdb_header)
    if(benchmark_FOUND)
      target_link_libraries(bench_${stem} PRIVATE benchmark::benchmark)
    endif()
  endif()
  set_target_properties(bench_${stem} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(bench bench_${stem})
endforeach()

# tests/fuzz/*_fuzz.cpp -> libFuzzer programs <file>, which share the other files there. The target
# "fuzz" builds them, and only with PAISQL_FUZZ (scripts/fuzz; clang-19 with libclang-rt-19-dev:
# Clang 14 cannot read the headers of ANTLR's runtime).
if(PAISQL_FUZZ)
  add_custom_target(fuzz)
  file(GLOB fuzz_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp")
  file(GLOB fuzz_shared CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/*.cpp")
  list(FILTER fuzz_shared EXCLUDE REGEX "_fuzz\\.cpp$")
  foreach(source IN LISTS fuzz_sources)
    get_filename_component(stem "${source}" NAME_WE)
    paisql_test_executable(${stem} "${source}" ${fuzz_shared})
    target_link_libraries(${stem} PRIVATE paisql_analysis paisql_engine paisql_grammar paisql_http
                                          paisql_rest)
    target_link_options(${stem} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${stem} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(fuzz ${stem})
  endforeach()
else()
  # Every build compiles them, by whatever compiler it has, so that they do not fall behind.
  file(GLOB fuzz_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/*.cpp")
  add_library(fuzz_objects OBJECT ${fuzz_sources})
  target_include_directories(fuzz_objects PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_link_libraries(fuzz_objects PRIVATE paisql_options paisql_analysis paisql_engine
                                             paisql_grammar paisql_http paisql_rest)
  add_dependencies(tests fuzz_objects)
endif()
