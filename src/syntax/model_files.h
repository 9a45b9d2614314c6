#pragma once

// The clauses of CREATE MODEL and ALTER MODEL … ADD VERSION about the file that they read.

#include <vector>

#include "syntax/statement.h"

namespace paisql::syntax {

// Every ModelStatement of a tree is one of these.
struct ModelFileStatement final : ModelStatement {
  std::vector<WordProperty> properties;  // of PROPERTIES ('inputs'='x:0', 'outputs'='y:0')
};

}  // namespace paisql::syntax
