#pragma once

// The environment that a script of TRANSFORM finds.

#include <string>
#include <vector>

namespace paisql::transform {

struct Surroundings {
  std::string search_path;               // folders for programs, separated by ':'
  std::vector<std::string> environment;  // "NAME=value", PATH among them
};

}  // namespace paisql::transform
