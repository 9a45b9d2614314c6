#pragma once

// Whether the links in a folder stay in it, as the kernel would go: link after link, ".." counted
// from where a link has led to, and not from how its name is written..

#include <optional>
#include <string>

#include "base/result.h"

namespace paisql::archive {

// Whether the path, relative to `folder`, leads to a place in it or to none. A link that leads
// through more than 40 others, or a thousand folders, is not followed to its end and does not stay.
bool StaysWithin(const std::string& folder, const std::string& path);

// Whether no part of the path, relative to `folder`, is a link.
bool IsPlainPath(const std::string& folder, const std::string& path);

// The first link below the folder that does not stay within it, relative to it.
Result<std::optional<std::string>> FindLinkOutside(const std::string& folder);

}  // namespace paisql::archive
