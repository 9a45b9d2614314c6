#include "engine/duckdb/failure/error_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/failure/sayings.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

// The engine's names of types, and the names that a user knows.
constexpr std::pair<std::string_view, std::string_view> kTypeNames[] = {
    {"TIMESTAMP WITH TIME ZONE", "DATETIME"},
    {timestamp::kType, "TIMESTAMP"},
    {"TIMESTAMP", "DATETIME"},
    {"HUGEINT", "DECIMAL"},
    {"INT128", "DECIMAL"},
    {"INTEGER", "INT"},
    {"INT64", "BIGINT"},
    {"INT32", "INT"},
    {"INT16", "SMALLINT"},
    {"INT8", "TINYINT"},
    {"VARCHAR", "STRING"},
    {"BLOB", "BINARY"},
    {"BOOL", "BOOLEAN"},
    {"BIGINT", "BIGINT"},
    {"SMALLINT", "SMALLINT"},
    {"TINYINT", "TINYINT"},
    {"FLOAT", "FLOAT"},
    {"DOUBLE", "DOUBLE"},
    {"BOOLEAN", "BOOLEAN"},
    {"DATE", "DATE"},
    {"INTERVAL", "INTERVAL"},
    {"JSON", "JSON"},
};

std::string TypeName(std::string_view name) {
  name = Trim(name);
  for (const auto& [engine, platform] : kTypeNames) {
    if (name == engine) return std::string(platform);
  }
  if (name.starts_with("DECIMAL") && name.ends_with(")")) return std::string(name);
  return "the type that is asked for";
}

constexpr size_t kMostParts = 4;
using Parts = std::array<std::string_view, kMostParts>;

// The parts of the text at the {} of a pattern; nullopt where the pattern does not fit. A value may
// hold anything, so the text after it is searched from the end.
std::optional<Parts> Match(std::string_view pattern, std::string_view text) {
  Parts parts;
  size_t open = pattern.find("{}");
  const std::string_view first = pattern.substr(0, open);
  if (!EqualsIgnoreCase(text.substr(0, first.size()), first)) return std::nullopt;
  text.remove_prefix(first.size());
  for (size_t i = 0; open != std::string_view::npos; ++i) {
    pattern.remove_prefix(open + 2);
    open = pattern.find("{}");
    const std::string_view next = pattern.substr(0, open);
    const size_t end = next.empty() ? std::min(text.find('\n'), text.size()) : text.rfind(next);
    if (end == std::string_view::npos || i == kMostParts) return std::nullopt;
    parts[i] = text.substr(0, end);
    text.remove_prefix(std::min(end + next.size(), text.size()));
  }
  return parts;
}

// "a b" of "a%20b/<32 digits>.parquet": the part of a folder's name after '='.
std::string PartitionValue(std::string_view path) {
  return PercentDecode(path.substr(0, path.rfind('/')));
}

std::string Fill(std::string_view words, const Parts& parts) {
  std::string text;
  for (size_t at = 0; at < words.size(); ++at) {
    const bool part = std::string_view("$#@").find(words[at]) != std::string_view::npos &&
                      at + 1 < words.size() &&
                      std::isdigit(static_cast<unsigned char>(words[at + 1])) != 0;
    if (!part) {
      text += words[at];
      continue;
    }
    const std::string_view value = parts[static_cast<size_t>(words[at + 1] - '1')];
    text += words[at] == '#'   ? TypeName(value)
            : words[at] == '@' ? PartitionValue(value)
                               : std::string(value);
    ++at;
  }
  return text;
}

// Without what DuckDB quotes of the statement: "\n\nLINE 1: SELECT …\n   ^".
std::string_view WithoutQuotation(std::string_view message) {
  const size_t at = message.rfind("\n\nLINE ");
  const bool marked = message.substr(0, message.find_last_not_of(" \n") + 1).ends_with('^');
  return at == std::string_view::npos || !marked ? message : message.substr(0, at);
}

// Without " when casting from source column c1".
std::string_view WithoutColumn(std::string_view text) {
  constexpr std::string_view kColumn = " when casting from source column ";
  const size_t at = text.rfind(kColumn);
  if (at == std::string_view::npos) return text;
  const std::string_view name = text.substr(at + kColumn.size());
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  return plain ? text.substr(0, at) : text;
}

FailureOrigin OriginOf(const Saying& saying) {
  using Kind = FailureOrigin::Kind;
  if (saying.origin.empty()) return OriginOfText(saying.words);
  if (saying.origin == kCast) return {Kind::kCastInside, ""};
  if (saying.origin == kSubquery) return {Kind::kSubquery, ""};
  return {Kind::kInside, std::string(saying.origin)};
}

Failure Said(const Saying& saying, std::string_view text, const Parts& parts) {
  return {{saying.code,
           saying.words.empty() ? std::string(text) : Fill(saying.words, parts),
           {},
           std::string(saying.hint)},
          OriginOf(saying)};
}

std::optional<Failure> OfTheSystem(std::string_view text) {
  if (const auto parts = Match(kFullOfFiles.pattern, text)) return Said(kFullOfFiles, text, *parts);
  // The name of a file may be anything.
  const std::string_view behind_name = text.substr(text.rfind('"') + 1);
  for (const Saying& saying : kSystemSayings) {
    if (behind_name.find(saying.pattern) != std::string_view::npos) return Said(saying, text, {});
  }
  return std::nullopt;
}

}  // namespace

std::string_view OwnWords(std::string_view message) {
  message = WithoutQuotation(message);
  constexpr std::string_view kEndOfClass = " Error: ";
  constexpr size_t kLongestClass = 40;
  const size_t end = message.find(kEndOfClass);
  if (end < kLongestClass) message.remove_prefix(end + kEndOfClass.size());
  return WithoutColumn(Trim(message));
}

Failure InPlatformWords(FailureClass failure_class, std::string_view text) {
  const bool of_values = failure_class != FailureClass::kSystem &&
                         failure_class != FailureClass::kPermission &&
                         failure_class != FailureClass::kMemory;
  if (!of_values || failure_class == FailureClass::kForeign) {
    if (std::optional<Failure> failure = OfTheSystem(text)) return *std::move(failure);
  }
  if (of_values) {
    for (const Saying& saying : kSayings) {
      if (const auto parts = Match(saying.pattern, text)) return Said(saying, text, *parts);
    }
  }
  for (const Kind& kind : kKinds) {
    if (kind.failure_class != failure_class) continue;
    FailureOrigin origin;
    if (of_values) origin.kind = FailureOrigin::Kind::kAnyFunction;
    return {{kind.code, std::string(kind.words), {}, std::string(kind.hint)}, origin};
  }
  PAISQL_UNREACHABLE("a class of errors without words");
}

}  // namespace paisql::engine
