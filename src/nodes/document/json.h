#pragma once

// JSON as a document of values. Numbers stay as they were written, members in their order.

#include <string>

#include "base/result.h"
#include "nodes/document/value.h"

namespace paisql::nodes {

// How a file of JSON is laid out.
struct JsonStyle {
  std::string indent = "  ";  // of one level; "" for all in one line
  bool blank = true;          // after a colon
  bool newline = true;        // at the end
};

// That of a text, as its first levels and its end show it.
JsonStyle StyleOfJson(const std::string& text);

// One value. An error is kParse with line and column in its range, which counts in the text; limits
// are those of ReadYaml.
Result<Value> ReadJson(const std::string& text);

// Scalars that are not quoted and are a number, true or false stay so; all others become strings.
// Texts are taken for UTF-8.
std::string WriteJson(const Value& value, const JsonStyle& style);

}  // namespace paisql::nodes
