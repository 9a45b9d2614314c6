#pragma once

// A call of each function with its answer, for HELP. A test runs them all.

#include <span>
#include <string_view>

namespace paisql::functions {

struct FunctionExample {
  std::string_view name;  // lower case
  std::string_view statement;
  std::string_view answer;  // rows separated by newlines, cells by tabs
};

std::span<const FunctionExample> FunctionExamples();
const FunctionExample* ExampleOf(std::string_view name);  // nullptr for a function without one

}  // namespace paisql::functions
