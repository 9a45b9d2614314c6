#include "nodes/code/resource_references.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::nodes {

std::vector<std::string> ResourceReferences(std::string_view code) {
  constexpr std::string_view kMark = "##@resource_reference{";
  std::vector<std::string> names;
  for (size_t at = code.find(kMark); at != std::string_view::npos; at = code.find(kMark, at)) {
    const size_t line = at == 0 ? 0 : code.rfind('\n', at - 1) + 1;
    const bool first = Trim(code.substr(line, at - line)).empty();
    at += kMark.size();
    const size_t end = code.find_first_of("}\n", at);
    if (!first || end == std::string_view::npos || code[end] != '}') continue;
    std::string_view name = Trim(code.substr(at, end - at));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    const bool is_name =
        !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
    if (is_name && std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  }
  return names;
}

}  // namespace paisql::nodes
