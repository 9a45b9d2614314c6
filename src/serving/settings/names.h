#pragma once

// Checks the names of services and of the tables of their requests. Pure.

#include <string>
#include <string_view>

namespace paisql::serving {

// Whether the name can be one of a service: letters, digits, '_', '-' and '.', 1 to 128 of them, of
// which the last two cannot be the first. So a name is never '..', nor a flag.
bool IsServiceName(std::string_view name);

// Letters, digits and '_', with a project in front or without: nothing that would have to be
// quoted in a statement.
bool IsLogTable(const std::string& name);

}  // namespace paisql::serving
