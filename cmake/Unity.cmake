# Several files of one folder as one translation unit, which reads their common headers once. A unit
# has files of one folder only, so that a changed file costs its folder, and names in anonymous
# namespaces have to differ within a folder alone. The preset "per-file" builds each file alone,
# which is less after a small change.
#
# CMake's own UNITY_BUILD includes files by absolute paths: no other checkout would find them in the
# cache.

option(PAISQL_UNITY_BUILD "Join the files of a folder in translation units" ON)
set(PAISQL_UNIT_FILES 12) # of one unit at most

# paisql_units(<variable> <root> <source>...): sets the variable to what is compiled in place of the
# sources, which lie below the root, one of the folders that are searched for includes.
function(paisql_units variable root)
  if(NOT PAISQL_UNITY_BUILD)
    set(${variable} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(folders)
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH name "${root}" "${source}")
    get_filename_component(folder "${name}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND names_${folder} "${name}")
  endforeach()
  list(REMOVE_DUPLICATES folders)

  set(units)
  foreach(folder IN LISTS folders)
    # Units of about the same size.
    list(LENGTH names_${folder} count)
    math(EXPR many "(${count} + ${PAISQL_UNIT_FILES} - 1) / ${PAISQL_UNIT_FILES}")
    math(EXPR last "${many} - 1")
    foreach(unit RANGE ${last})
      math(EXPR begin "${unit} * ${count} / ${many}")
      math(EXPR size "(${unit} + 1) * ${count} / ${many} - ${begin}")
      list(SUBLIST names_${folder} ${begin} ${size} names)
      list(TRANSFORM names REPLACE "(.+)" "#include \"\\1\"\n")
      string(JOIN "" text ${names})
      set(file "${CMAKE_BINARY_DIR}/units/${folder}_${unit}.cpp")
      file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
      list(APPEND units "${file}")
    endforeach()
  endforeach()
  # GCC takes the files for headers, which should hold nothing that one file alone knows; and what it
  # inlines from one into another, for uninitialized where a std::optional is empty.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set_source_files_properties(${units} PROPERTIES COMPILE_OPTIONS "-Wno-subobject-linkage;-Wno-maybe-uninitialized")
  endif()
  set(${variable} ${units} PARENT_SCOPE)
endfunction()

# Editors and clang-tidy ask how a file is compiled alone: compile_commands.json tells it, once
# something has been built.
if(PAISQL_UNITY_BUILD)
  set(told "${CMAKE_BINARY_DIR}/compile_commands.stamp")
  add_custom_command(
    OUTPUT "${told}"
    COMMAND python3 "${CMAKE_SOURCE_DIR}/scripts/compile_commands.py" "${CMAKE_BINARY_DIR}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${told}"
    DEPENDS "${CMAKE_BINARY_DIR}/compile_commands.json"
            "${CMAKE_SOURCE_DIR}/scripts/compile_commands.py"
    COMMENT "Telling how each file is compiled"
    VERBATIM)
  add_custom_target(compile_commands ALL DEPENDS "${told}")
endif()
