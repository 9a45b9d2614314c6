#include "analysis/expression/absent.h"

#include <cctype>
#include <string>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

struct Absent {
  std::string_view name;  // of a function also the beginning of its name, which then ends in _
  std::string_view cure;
};

constexpr Absent kTypes[] = {
    {"VECTOR", "use ARRAY<FLOAT>"},
    {"BLOB", "use BINARY, or keep the bytes in files"},
    {"GEOGRAPHY", "use two columns of DOUBLE, or STRING with the text of the shape"},
    {"UNIONTYPE", "use STRUCT with a field for each type"},
};

constexpr std::string_view kModelCure =
    "no model answers here: call one in a script of SELECT TRANSFORM or in a PAI job";
constexpr std::string_view kShapeCure =
    "shapes are not known here: compute with columns of longitude and latitude";

constexpr Absent kFunctions[] = {
    {"AI_", kModelCure},
    {"ML_PREDICT", kModelCure},
    {"ST_", kShapeCure},
    {"GET_BLOB_METADATA", "the type BLOB is not offered: use BINARY"},
};

bool IsWordCharacter(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool HasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::optional<Error> AbsentType(std::string_view spelling, const SourceRange& range) {
  const std::string upper = ToUpper(spelling);
  for (const Absent& type : kTypes) {
    if (!HasWord(upper, type.name)) continue;
    return Error{ErrorCode::kUnsupported, fmt::format("type {} is not supported", type.name), range,
                 std::string(type.cure)};
  }
  return std::nullopt;
}

std::optional<Error> AbsentFunction(std::string_view name, const SourceRange& range) {
  const std::string upper = ToUpper(name);
  for (const Absent& function : kFunctions) {
    const bool family = function.name.ends_with('_');
    if (family ? !upper.starts_with(function.name) : upper != function.name) continue;
    return Error{ErrorCode::kUnsupported, fmt::format("function {} is not supported", upper), range,
                 std::string(function.cure)};
  }
  return std::nullopt;
}

}  // namespace paisql::analysis
