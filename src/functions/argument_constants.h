#pragma once

// Constants that arguments of functions take: the date parts of DATEADD, the weekdays of NEXT_DAY.
// Completion offers them. They are the spellings that the platform's pages use, not all that the
// function understands.

#include <cstddef>
#include <span>
#include <string_view>

namespace paisql::functions {

struct ArgumentConstant {
  std::string_view text;
  std::string_view meaning;
};

struct ArgumentConstants {
  std::string_view function;  // lower case
  size_t argument = 0;        // 0 is the first
  std::span<const ArgumentConstant> constants;
};

std::span<const ArgumentConstants> AllArgumentConstants();
// Empty for an argument that takes any text.
std::span<const ArgumentConstant> ConstantsOf(std::string_view function, size_t argument);

}  // namespace paisql::functions
