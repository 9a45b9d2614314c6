#pragma once

// Names of files that go on from a path.

#include <string>
#include <string_view>
#include <vector>

#include "completion/sources/sources.h"

namespace paisql::completion {

// Sorted; folders end with a slash. Hidden files only where the path asks for them with a dot. At
// most 1,000; a folder that cannot be read has none. A relative path starts at `folder`.
std::vector<FileName> FilesThatBegin(std::string_view path, const std::string& folder = ".");

}  // namespace paisql::completion
