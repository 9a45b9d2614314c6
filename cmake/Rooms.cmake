# One static library for each room of cmake/rooms.txt, made of src/<room>/*.cpp and of its folders. A room
# without a .cpp file is an interface library, so that it can be linked all the same. What src/libraries
# holds is built by Runtime.cmake: other processes load it, the program does not.

# Third-party libraries that one room alone sees.
set(third_party_base paisql::utf8proc paisql::zlib paisql::zstd paisql::lz4 paisql::snappy paisql::crypto)
set(third_party_syntax paisql_grammar)
set(third_party_types paisql::absl_time)
set(third_party_store paisql_sqlite paisql_libpq_header paisql::xxhash paisql::crypto)
set(third_party_engine paisql_duckdb_header paisql_nanoarrow paisql::pcre2 paisql::zlib paisql::crypto)
set(third_party_archive paisql_archive_header)
set(third_party_inference paisql_protozero paisql::crypto)
set(third_party_pai paisql::crypto)
set(third_party_nodes paisql::yaml paisql_boost)
set(third_party_http paisql_boost paisql::ssl)
set(third_party_serving paisql_protozero paisql_rapidjson paisql::crypto paisql::zstd)
set(third_party_console paisql_console_pages)
set(third_party_shell paisql::readline)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/cmake/rooms.txt")
file(STRINGS "${CMAKE_SOURCE_DIR}/cmake/rooms.txt" room_lines REGEX "^[a-z]+:")
set(PAISQL_ROOMS)

foreach(line IN LISTS room_lines)
  string(REGEX MATCH "^([a-z]+):(.*)$" matched "${line}")
  set(room "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "[a-z]+" below "${CMAKE_MATCH_2}")
  if(room STREQUAL "libraries")
    continue()
  endif()
  list(APPEND PAISQL_ROOMS "${room}")

  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${room}/*.cpp"
       "${CMAKE_SOURCE_DIR}/src/${room}/*/*.cpp" "${CMAKE_SOURCE_DIR}/src/${room}/*/*/*.cpp"
       "${CMAKE_SOURCE_DIR}/src/${room}/*/*/*/*.cpp")

  set(below_targets)
  foreach(lower IN LISTS below)
    list(APPEND below_targets "paisql_${lower}")
  endforeach()

  if(sources)
    paisql_units(units "${CMAKE_SOURCE_DIR}/src" ${sources})
    add_library(paisql_${room} STATIC ${units})
    if(TARGET compile_commands)
      add_dependencies(paisql_${room} compile_commands)
    endif()
    target_link_libraries(
      paisql_${room}
      PUBLIC ${below_targets} fmt::fmt nlohmann_json::nlohmann_json Threads::Threads
      PRIVATE paisql_options)
    foreach(target IN LISTS third_party_${room})
      if(TARGET ${target})
        target_link_libraries(paisql_${room} PRIVATE ${target})
      endif()
    endforeach()
  else()
    add_library(paisql_${room} INTERFACE)
    target_link_libraries(paisql_${room} INTERFACE ${below_targets} fmt::fmt
                                                   nlohmann_json::nlohmann_json Threads::Threads)
  endif()
endforeach()
