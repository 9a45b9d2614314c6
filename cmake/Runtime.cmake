# What the program looks for beside itself. In the build folder: lib/libduckdb.so, lib/python,
# lib/paisql.env, lib/libpaisql_oss_fs.so, lib/libpaisql_oss_remote.so, lib/libpaisql_tensors.so, lib/libpaisql_examples.so,
# lib/libpaisql_csv.so, lib/libpaisql_models.so and lib/libpaisql_input_wait.so; installed, the same
# names under lib/paisql/.

set(runtime_dir "${CMAKE_BINARY_DIR}/lib")
set(runtime_destination "lib/paisql")
file(MAKE_DIRECTORY "${runtime_dir}")
set(CMAKE_INSTALL_RPATH "$ORIGIN")

# Absolute paths reach the program only through this file; PAISQL_PYTHON overrides it.
file(CONFIGURE OUTPUT "${runtime_dir}/paisql.env" CONTENT "python=@PAISQL_DEPS@/venv/bin/python\n" @ONLY)
install(FILES "${runtime_dir}/paisql.env" DESTINATION "${runtime_destination}")

set(duckdb_library "${PAISQL_DEPS}/duckdb/lib/libduckdb.so")
if(NOT EXISTS "${duckdb_library}")
  message(FATAL_ERROR "${duckdb_library} is missing: run scripts/setup.")
endif()
# The copy whose own symbols are resolved (scripts/resolve_library.py) is loaded faster. It is what the
# library is only where it is opened with RTLD_DEEPBIND, which the sanitizers refuse.
set(duckdb_resolved "${PAISQL_DEPS}/duckdb/lib/libduckdb-resolved.so")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PAISQL_DEPS}/duckdb/lib")
set(duckdb_loaded "${duckdb_library}")
if(EXISTS "${duckdb_resolved}"
   AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
   AND NOT PAISQL_SANITIZE
   AND NOT PAISQL_THREAD_SANITIZE)
  set(duckdb_loaded "${duckdb_resolved}")
endif()
file(CREATE_LINK "${duckdb_loaded}" "${runtime_dir}/libduckdb.so" SYMBOLIC)
install(
  PROGRAMS "${duckdb_loaded}"
  DESTINATION "${runtime_destination}"
  RENAME libduckdb.so)

file(CREATE_LINK "${CMAKE_SOURCE_DIR}/src/python" "${runtime_dir}/python" SYMBOLIC)
install(
  DIRECTORY src/python/
  DESTINATION "${runtime_destination}/python"
  OPTIONAL
  PATTERN "__pycache__" EXCLUDE
  PATTERN "README.md" EXCLUDE)

# The worker of functions in Java, which is compiled where somebody first needs it.
install(DIRECTORY src/java/ DESTINATION "${runtime_destination}/java")

# The sources of tf.contrib that scripts/setup keeps beside TensorFlow go along (Apache-2.0): an installed
# program may run jobs by a Python that has TensorFlow alone.
file(GLOB kept_sources LIST_DIRECTORIES true CONFIGURE_DEPENDS
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/kept_tensorflow_1_15")
install(
  DIRECTORY ${kept_sources}
  DESTINATION "${runtime_destination}/python"
  OPTIONAL
  PATTERN "__pycache__" EXCLUDE)

# oss:// inside TensorFlow: a file system plugin, built against the headers of the wheel. It is
# loaded by a Python process, so it is never sanitized.
file(GLOB plugin_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/libraries/oss_plugin/*.cpp")
file(GLOB tensorflow_include LIST_DIRECTORIES true CONFIGURE_DEPENDS
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/tensorflow/include")
if(plugin_sources AND tensorflow_include)
  # The rules for names and permissions are the program's own.
  paisql_units(plugin_units "${CMAKE_SOURCE_DIR}/src" ${plugin_sources})
  add_library(paisql_oss_fs MODULE ${plugin_units} src/oss/access.cpp
              src/oss/bucket_path.cpp src/oss/endpoint.cpp src/oss/remote_library.cpp)
  target_compile_options(paisql_oss_fs PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_include_directories(paisql_oss_fs PRIVATE "${CMAKE_SOURCE_DIR}/src")
  target_include_directories(paisql_oss_fs SYSTEM PRIVATE ${tensorflow_include})
  target_link_libraries(paisql_oss_fs PRIVATE nlohmann_json::nlohmann_json)
  set_target_properties(
    paisql_oss_fs PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}" CXX_VISIBILITY_PRESET hidden
                             VISIBILITY_INLINES_HIDDEN ON)
  install(TARGETS paisql_oss_fs LIBRARY DESTINATION "${runtime_destination}")
endif()

# TableRecordDataset: a tf.data operation, built against the headers of the wheels of TensorFlow and
# Arrow (src/libraries/tensors). The process that loads it has loaded their libraries before, so that it needs
# no paths of its own.
file(GLOB tensor_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/libraries/tensors/*.cpp"
     "${CMAKE_SOURCE_DIR}/src/libraries/tensors/columns/*.cpp" "${CMAKE_SOURCE_DIR}/src/libraries/tensors/batches/*.cpp"
     "${CMAKE_SOURCE_DIR}/src/libraries/tensors/records/*.cpp" "${CMAKE_SOURCE_DIR}/src/libraries/tensors/csv/*.cpp"
     "${CMAKE_SOURCE_DIR}/src/libraries/tensors/example_rows/*.cpp"
     "${CMAKE_SOURCE_DIR}/src/libraries/tensors/rows/*.cpp")
file(GLOB arrow_folder LIST_DIRECTORIES true CONFIGURE_DEPENDS
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/pyarrow")
file(GLOB wheel_libraries CONFIGURE_DEPENDS "${arrow_folder}/libarrow.so.*"
     "${arrow_folder}/libarrow_compute.so.*" "${arrow_folder}/libparquet.so.*"
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/tensorflow/libtensorflow_framework.so.2"
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/tensorflow/libtensorflow_cc.so.2")

# Buckets at endpoints: the program and the plugin above open it when one is used (src/libraries/oss_remote).
file(GLOB remote_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/libraries/oss_remote/*.cpp")
file(GLOB arrow_library CONFIGURE_DEPENDS "${arrow_folder}/libarrow.so.*")
if(remote_sources AND arrow_folder)
  paisql_units(remote_units "${CMAKE_SOURCE_DIR}/src" ${remote_sources})
  add_library(paisql_oss_remote MODULE ${remote_units} src/oss/endpoint.cpp src/oss/bucket_path.cpp)
  target_compile_options(paisql_oss_remote PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_include_directories(paisql_oss_remote PRIVATE "${CMAKE_SOURCE_DIR}/src")
  target_include_directories(paisql_oss_remote SYSTEM PRIVATE "${arrow_folder}/include")
  target_link_libraries(paisql_oss_remote PRIVATE ${arrow_library} nlohmann_json::nlohmann_json
                                                  Threads::Threads)
  set_target_properties(
    paisql_oss_remote
    PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}"
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON
               SKIP_BUILD_RPATH ON)
  install(TARGETS paisql_oss_remote LIBRARY DESTINATION "${runtime_destination}")
endif()

if(tensor_sources AND tensorflow_include AND arrow_folder)
  # Encoding is the one part of the library of Examples that is of use within TensorFlow.
  paisql_units(tensor_units "${CMAKE_SOURCE_DIR}/src" ${tensor_sources})
  add_library(paisql_tensors MODULE ${tensor_units} src/libraries/examples/encoder.cpp
                                    src/libraries/examples/tensor_text.cpp
                                    src/libraries/examples/wire.cpp)
  target_compile_options(paisql_tensors PRIVATE -Wall -Wextra -Wpedantic -Werror)
  # As TensorFlow itself was built, so that tensors have the alignment that it expects.
  target_compile_definitions(paisql_tensors PRIVATE EIGEN_MAX_ALIGN_BYTES=64)
  target_include_directories(paisql_tensors PRIVATE "${CMAKE_SOURCE_DIR}/src")
  target_include_directories(paisql_tensors SYSTEM PRIVATE ${tensorflow_include}
                                                           "${arrow_folder}/include")
  target_link_libraries(paisql_tensors PRIVATE ${wheel_libraries} nlohmann_json::nlohmann_json)
  set_target_properties(
    paisql_tensors
    PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}"
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON
               SKIP_BUILD_RPATH ON)
  install(TARGETS paisql_tensors LIBRARY DESTINATION "${runtime_destination}")
endif()

# TUNNEL's reader of CSV for Python (src/libraries/csv).
add_library(paisql_csv MODULE src/libraries/csv/library.cpp src/tunnel/csv/csv_cutter.cpp)
target_compile_options(paisql_csv PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(paisql_csv PRIVATE "${CMAKE_SOURCE_DIR}/src")
set_target_properties(paisql_csv PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}" CXX_VISIBILITY_PRESET hidden
                                            VISIBILITY_INLINES_HIDDEN ON)
install(TARGETS paisql_csv LIBRARY DESTINATION "${runtime_destination}")

# Rows as tf.train.Example and back, for Alink's script components (src/libraries/examples): neither of
# TensorFlow nor of Arrow, whose C data interface is two structs.
file(GLOB example_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/libraries/examples/*.cpp")
paisql_units(example_units "${CMAKE_SOURCE_DIR}/src" ${example_sources})
add_library(paisql_examples MODULE ${example_units})
target_compile_options(paisql_examples PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(paisql_examples PRIVATE "${CMAKE_SOURCE_DIR}/src")
set_target_properties(
  paisql_examples PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}" CXX_VISIBILITY_PRESET hidden
                             VISIBILITY_INLINES_HIDDEN ON)
install(TARGETS paisql_examples LIBRARY DESTINATION "${runtime_destination}")

# The room inference/ for Python (src/libraries/models): compiled again, for code that lies anywhere.
file(GLOB model_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/libraries/models/*.cpp"
     "${CMAKE_SOURCE_DIR}/src/inference/*.cpp" "${CMAKE_SOURCE_DIR}/src/inference/*/*.cpp")
# Only statements read files of models.
list(FILTER model_sources EXCLUDE REGEX "/inference/files/")
paisql_units(model_units "${CMAKE_SOURCE_DIR}/src" ${model_sources})
add_library(paisql_models MODULE ${model_units} src/base/error.cpp src/base/text.cpp
                                 src/base/coding/xml_reader.cpp src/base/files/files.cpp
                                 src/base/process/status_file.cpp
                                 src/base/system/free_memory.cpp)
target_compile_options(paisql_models PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(paisql_models PRIVATE "${CMAKE_SOURCE_DIR}/src")
# A file that is missing above is an error of the build, not of who loads the library.
if(NOT PAISQL_SANITIZE AND NOT PAISQL_THREAD_SANITIZE)
  target_link_options(paisql_models PRIVATE -Wl,--no-undefined)
endif()
target_link_libraries(paisql_models PRIVATE fmt::fmt nlohmann_json::nlohmann_json paisql_protozero
                                            paisql::utf8proc ${CMAKE_DL_LIBS})
set_target_properties(
  paisql_models PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}" CXX_VISIBILITY_PRESET hidden
                           VISIBILITY_INLINES_HIDDEN ON)
install(TARGETS paisql_models LIBRARY DESTINATION "${runtime_destination}")

# What TensorFlow counts of its input, for the progress of a job (src/libraries/input_wait).
file(GLOB framework_library CONFIGURE_DEPENDS
     "${PAISQL_DEPS}/venv/lib/python3*/site-packages/tensorflow/libtensorflow_framework.so.2")
if(tensorflow_include AND framework_library)
  add_library(paisql_input_wait MODULE src/libraries/input_wait/input_wait.cpp)
  target_compile_options(paisql_input_wait PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_include_directories(paisql_input_wait SYSTEM PRIVATE ${tensorflow_include})
  target_link_libraries(paisql_input_wait PRIVATE ${framework_library})
  set_target_properties(
    paisql_input_wait
    PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${runtime_dir}"
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON
               SKIP_BUILD_RPATH ON)
  install(TARGETS paisql_input_wait LIBRARY DESTINATION "${runtime_destination}")
endif()

# All of it: what a person needs who builds nothing else.
add_custom_target(program)
foreach(part IN ITEMS paisql paisql_oss_fs paisql_oss_remote paisql_tensors paisql_csv paisql_examples
                      paisql_models paisql_input_wait)
  if(TARGET ${part})
    add_dependencies(program ${part})
  endif()
endforeach()
