# The pages of the console (src/web) as a part of the program: Vite makes files of them, scripts/embed_pages.py
# packs these and writes an assembler file that holds them, with a table (src/console/pages/embedded.h). Where
# scripts/setup --console has not been, the table is empty, and the program says that it has no pages.

set(web "${CMAKE_SOURCE_DIR}/src/web")
set(pages_dir "${CMAKE_BINARY_DIR}/console")
# A pattern, so that a build folder made before the packages were there notices them.
file(GLOB pages_builder CONFIGURE_DEPENDS "${PAISQL_DEPS}/console/node_modules/vite/bin/vite.js")
file(GLOB pages_node CONFIGURE_DEPENDS "${PAISQL_DEPS}/venv/bin/node")

if(pages_builder AND pages_node)
  enable_language(ASM)
  # Vite and editors look for packages in the folder and above it.
  if(NOT EXISTS "${web}/node_modules")
    file(REMOVE "${web}/node_modules")
    file(CREATE_LINK "${PAISQL_DEPS}/console/node_modules" "${web}/node_modules" RESULT linked SYMBOLIC)
  endif()
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS "${web}/*.ts" "${web}/*.tsx" "${web}/*.css" "${web}/*.svg"
       "${web}/*.html" "${web}/package*.json" "${web}/tsconfig.json")
  list(FILTER page_sources EXCLUDE REGEX "/(node_modules|gallery)/")
  add_custom_command(
    OUTPUT "${pages_dir}/embedded.S" "${pages_dir}/embedded.cpp"
    COMMAND python3 "${CMAKE_SOURCE_DIR}/scripts/embed_pages.py" "${pages_node}" "${pages_builder}" "${web}"
            "${pages_dir}"
    DEPENDS ${page_sources} "${CMAKE_SOURCE_DIR}/scripts/embed_pages.py"
    COMMENT "Building the pages of the console"
    VERBATIM)
  add_library(paisql_console_pages STATIC "${pages_dir}/embedded.S" "${pages_dir}/embedded.cpp")
else()
  file(CONFIGURE OUTPUT "${pages_dir}/none.cpp" CONTENT [[
#include "console/pages/embedded.h"

namespace paisql::console {

std::span<const EmbeddedPage> EmbeddedPages() { return {}; }

}  // namespace paisql::console
]] @ONLY)
  add_library(paisql_console_pages STATIC "${pages_dir}/none.cpp")
endif()
target_link_libraries(paisql_console_pages PRIVATE paisql_options)
