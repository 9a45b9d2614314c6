#include "nodes/code/places.h"

#include <string>

#include "base/text.h"

namespace paisql::nodes {

namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWord(char c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

// The letters before a quote that make it another kind of literal: r, b, u, f and pairs of them.
std::string PrefixAt(std::string_view code, size_t quote) {
  size_t begin = quote;
  while (begin > 0 && IsWord(code[begin - 1])) --begin;
  const std::string prefix = ToLower(code.substr(begin, quote - begin));
  const bool known = prefix.size() <= 2 && prefix.find_first_not_of("rbuf") == std::string::npos;
  return known ? prefix : "";
}

}  // namespace

std::vector<PythonPlace> FindPythonPlaces(std::string_view code,
                                          const std::vector<size_t>& offsets) {
  std::vector<PythonPlace> places;
  PythonPlace here;
  std::string end;  // of the literal
  size_t at = 0;
  const auto starts = [&](std::string_view text) { return code.substr(at).starts_with(text); };
  while (at < code.size() && places.size() < offsets.size()) {
    while (places.size() < offsets.size() && offsets[places.size()] <= at) places.push_back(here);
    const char c = code[at];
    size_t step = 1;
    if (here.where == PythonPlace::Where::kCode) {
      if (c == '#') here.where = PythonPlace::Where::kComment;
      if (c == '\'' || c == '"') {
        const std::string prefix = PrefixAt(code, at);
        here.where = PythonPlace::Where::kLiteral;
        here.escapes = prefix.find_first_of("rf") == std::string::npos;
        end = std::string(starts(std::string(3, c)) ? 3 : 1, c);
        step = end.size();
      }
    } else if (here.where == PythonPlace::Where::kComment) {
      if (c == '\n') here = {};
    } else if (c == '\\') {
      step = 2;
    } else if (starts(end) || (c == '\n' && end.size() == 1)) {
      if (c != '\n') step = end.size();
      here = {};
    }
    at += step;
  }
  places.resize(offsets.size(), here);
  return places;
}

}  // namespace paisql::nodes
