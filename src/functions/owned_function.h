#pragma once

// A row of the function table that somebody makes while the program runs. Built-in rows are views
// of texts that live as long as the program; such a row owns its texts and overloads and lives as
// long as a pointer to it, so that a plan may keep it.

#include <memory>
#include <string>
#include <vector>

#include "functions/flags.h"
#include "functions/function.h"

namespace paisql::functions {

struct FunctionTexts {
  std::string name;  // lower case
  FunctionKind kind = FunctionKind::kScalar;
  std::vector<std::string> signatures;  // as Overload has them, in all modes
  std::string help = {};
  FunctionFlags flags = {};
};

std::shared_ptr<const Function> MakeFunction(FunctionTexts texts);

}  // namespace paisql::functions
