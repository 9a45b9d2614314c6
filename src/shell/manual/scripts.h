#pragma once

// Shared by the scripts of the three shells. Private to this folder; pure functions.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paisql::shell {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

// The text with each @NAME@ replaced by what stands after NAME.
std::string FillIn(std::string text, const std::vector<std::pair<std::string, std::string>>& parts);

// The text with `with` in place of each `what`.
std::string ReplaceAll(std::string text, std::string_view what, std::string_view with);

// The names of the tools; of those alone that take files after them.
std::vector<std::string> ToolNames();
std::vector<std::string> FileToolNames();

}  // namespace paisql::shell
