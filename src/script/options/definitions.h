#pragma once

// Variables of the command line: --define and --define-env. Errors are for "paisql: …" and quote no
// value, which may be a secret.

#include <string>
#include <vector>

#include "base/result.h"
#include "variables/scope.h"

namespace paisql::script {

// "name=value"; the value may hold anything.
Status AddDefinition(const std::string& text, std::vector<variables::Variable>& variables);

// "NAME,OTHER=VARIABLE": values of the environment, in which a dollar is a dollar.
Status AddEnvironment(const std::string& text, std::vector<variables::Variable>& variables);

}  // namespace paisql::script
