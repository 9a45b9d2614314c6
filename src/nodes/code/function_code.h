#pragma once

// The content of the platform's function nodes: {"className": "module.Class", "resources":
// "a.py,b.zip", "name": "f"}. Pure.

#include <string>

#include "base/result.h"

namespace paisql::nodes {

// The statement that makes the function, or replaces it. Without a name in the text it is called
// `name`. kParse where the text has another form, with the file in its detail.
Result<std::string> StatementOfFunctionCode(const std::string& text, const std::string& path,
                                            const std::string& name);

}  // namespace paisql::nodes
