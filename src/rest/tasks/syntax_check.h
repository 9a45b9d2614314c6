#pragma once

// Whether statements can be read, so that a mistake is answered before an instance is made. Pure.

#include <map>
#include <optional>
#include <string>

#include "base/error.h"

namespace paisql::rest {

// The first mistake in the text of the statements, with its place in all of the text. Nothing else
// is judged: what cannot be known from the text alone is an error of the instance.
std::optional<Error> MistakeIn(const std::string& statements,
                               const std::map<std::string, std::string>& settings);

}  // namespace paisql::rest
