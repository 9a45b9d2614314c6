# Language level, warnings, optimisation, and the optional tools that make a build faster.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} is too old: install g++ 12 or later.")
endif()

# Paths below the checkout are relative for the cache, so that every checkout of this user has what
# one of them has compiled.
find_program(CCACHE_PROGRAM ccache)
find_program(ENV_PROGRAM env)
foreach(language IN ITEMS C CXX)
  if(CCACHE_PROGRAM AND ENV_PROGRAM AND NOT CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER
        "${ENV_PROGRAM};CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;${CCACHE_PROGRAM}")
  endif()
endforeach()

foreach(linker IN ITEMS mold lld)
  find_program(LINKER_${linker} NAMES ${linker} ld.${linker})
  if(LINKER_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

# What our own code is compiled with. Generated and third-party code does not link this.
add_library(paisql_options INTERFACE)
target_compile_options(paisql_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(paisql_options INTERFACE "${CMAKE_SOURCE_DIR}/src")
if(PAISQL_SANITIZE)
  target_compile_options(
    paisql_options INTERFACE -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined
                             -fno-sanitize-recover=undefined)
  target_link_options(paisql_options INTERFACE -fsanitize=address,undefined)
endif()
if(PAISQL_THREAD_SANITIZE)
  if(PAISQL_SANITIZE)
    message(FATAL_ERROR "ThreadSanitizer does not go together with AddressSanitizer: choose one.")
  endif()
  target_compile_options(paisql_options INTERFACE -O1 -g1 -fno-omit-frame-pointer
                                                  -fsanitize=thread)
  target_link_options(paisql_options INTERFACE -fsanitize=thread)
  # GCC warns that it does not see fences, of which Boost has one in a header.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(paisql_options INTERFACE -Wno-tsan)
  endif()
endif()

# Libraries that are opened later take large memory from the program's functions
# (src/inference/tensorflow/memory_guard.cpp). Sanitizers have functions of their own.
if(NOT PAISQL_SANITIZE AND NOT PAISQL_THREAD_SANITIZE)
  target_link_options(
    paisql_options INTERFACE LINKER:--export-dynamic-symbol=posix_memalign
    LINKER:--export-dynamic-symbol=aligned_alloc)
endif()

# Where the fuzz targets are built, everything reports its coverage, the generated parser too; only
# the targets themselves link libFuzzer's main.
if(PAISQL_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "PAISQL_FUZZ needs Clang and its libFuzzer: use scripts/fuzz.")
  endif()
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)
  # Clang warns of what the library's own headers do inside of std::stable_sort.
  target_compile_options(paisql_options INTERFACE -Wno-deprecated-declarations)
endif()
