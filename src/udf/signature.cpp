#include "udf/signature.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace paisql::udf {

namespace {

Error Malformed(std::string_view text, const std::string& what) {
  return Error{ErrorCode::kSemantic,
               "the annotation '" + std::string(text) + "' is not a signature: " + what,
               {},
               "write the types of the arguments and of the result: bigint,string->double"};
}

// The parts between commas that stand in no brackets.
std::vector<std::string_view> SplitTypes(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(') ++depth;
    if ((c == '>' || c == ')') && depth > 0) --depth;
    if (c != ',' || depth > 0) continue;
    parts.push_back(Trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(Trim(text.substr(begin)));
  return parts;
}

Result<DataType> TypeNamed(std::string_view name, std::string_view annotation) {
  std::string compact;
  for (const char c : name) {
    if (c != ' ' && c != '\t') compact += c;
  }
  Result<DataType> type = ParseDataType(compact);
  if (type.ok()) return type;
  return Malformed(annotation, "'" + std::string(name) + "' is not a type");
}

}  // namespace

Result<Signature> ParseSignature(std::string_view text) {
  const size_t arrow = text.find("->");
  if (arrow == std::string_view::npos) return Malformed(text, "it has no ->");
  if (text.find("->", arrow + 2) != std::string_view::npos) {
    return Malformed(text, "it has two of ->");
  }
  Signature signature;
  const std::string_view before = Trim(text.substr(0, arrow));
  if (!before.empty()) {
    for (const std::string_view part : SplitTypes(before)) {
      if (signature.any_more) return Malformed(text, "* must be the last argument");
      if (part == "*") {
        signature.any_more = true;
        continue;
      }
      PAISQL_ASSIGN(DataType type, TypeNamed(part, text));
      signature.arguments.push_back(std::move(type));
    }
  }
  for (const std::string_view part : SplitTypes(Trim(text.substr(arrow + 2)))) {
    if (part.empty()) return Malformed(text, "it has no result");
    PAISQL_ASSIGN(DataType type, TypeNamed(part, text));
    signature.results.push_back(std::move(type));
  }
  return signature;
}

Result<std::vector<Signature>> ParseSignatures(std::string_view text) {
  std::vector<Signature> signatures;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(';', begin), text.size());
    PAISQL_ASSIGN(Signature signature, ParseSignature(text.substr(begin, end - begin)));
    signatures.push_back(std::move(signature));
    begin = end + 1;
  }
  return signatures;
}

}  // namespace paisql::udf
