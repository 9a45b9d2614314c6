#pragma once

// Queries whose rows are known while the statement is built.

#include <optional>
#include <string>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

// A SELECT that gives these rows, none too, with columns of these names and types; a cell is a text
// that CAST turns into its type, or nullopt for NULL.
std::string KnownRows(const std::vector<store::Column>& columns,
                      const std::vector<std::vector<std::optional<std::string>>>& rows);

}  // namespace paisql::pai
