#pragma once

// Resources that code names in its comments, as the platform's editor writes them there.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::nodes {

// The names of lines ##@resource_reference{"words.py"}, each once, in their order. Names that are
// no name of a file are left out.
std::vector<std::string> ResourceReferences(std::string_view code);

}  // namespace paisql::nodes
