#pragma once

// PAI statements as text: written of names and values, and read back. Pure functions.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paisql::designer {

struct PaiText {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;  // in their order
  std::string job = "";  // the name after -jobname; "" for a statement without it
};

// A statement with a line a parameter, without the semicolon. Reading it gives the same again.
std::string WritePai(const PaiText& statement);

// nullopt for a text that is not one PAI statement.
std::optional<PaiText> ReadPai(const std::string& text);

// The text with values in place of ${name}, for these names alone.
std::string PutNames(std::string_view text, const std::map<std::string, std::string>& names);

}  // namespace paisql::designer
