#pragma once

// docs/functions.md, made from the tables, so that it cannot differ from them.

#include <string>

namespace paisql::functions {

std::string FunctionDocs();

}  // namespace paisql::functions
