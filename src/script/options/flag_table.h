#pragma once

// The rows of the command line: every flag with what it does to the Flags, and every tool. Private
// to the parsing of flags and their help; others ask flags.h.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "script/options/flags.h"

namespace paisql::script {

struct Flag {
  std::string_view name;
  std::string_view letter;  // "" for none
  std::string_view value;   // "" for a flag without a value
  // Takes the value, which is "" for a flag without one. An error is that of Usage.
  Status (*apply)(const std::string& value, Flags& flags);
  std::string_view help;  // "": known only where the program starts itself
  Proposal proposal = Proposal::kNothing;
  std::vector<std::string> (*names)() = nullptr;  // of Proposal::kNames
};

// A program to run instead of statements: the first bare word of the command line.
struct Tool {
  std::string_view name;
  bool Flags::*chosen;
  std::string_view help;
  std::string_view words = {};  // as ToolRow has them
};

std::span<const Flag> FlagTable();
std::span<const Tool> ToolTable();

// The error for a command line.
Error Usage(std::string detail);

}  // namespace paisql::script
