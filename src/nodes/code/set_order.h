#pragma once

// SET and USE among other statements: the scheduler of the platform runs them where they stand, its
// editor before everything else. Pure functions.

#include <optional>
#include <string>

#include "nodes/document/value.h"

namespace paisql::nodes {

// The place, in the code, of the first of them that stands after another statement; nullopt where
// both orders are the same.
std::optional<Place> FindLateSetting(const std::string& code, const std::string& path);

// The code as the editor runs it. Lines of the other statements stay what they are.
std::string SettingsFirst(const std::string& code);

}  // namespace paisql::nodes
