#pragma once

// Which names a model of the catalog may have.

#include <string_view>

#include "base/result.h"

namespace paisql::names {

// kInvalidCommand at `range` for a name that a new model may not have.
Status CheckModelName(std::string_view name, const SourceRange& range);

}  // namespace paisql::names
