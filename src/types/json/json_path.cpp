#include "types/json/json_path.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace paisql {
namespace {

constexpr std::string_view kLax = "lax ";
constexpr std::string_view kStrict = "strict ";

// A key without quotes ends where the next step begins.
constexpr std::string_view kStepCharacters = ".[] \t\r\n'\"*";

// The text between the quotes at `at`, which it leaves behind them; \ keeps the next character.
bool TakeQuoted(std::string_view text, size_t& at, std::string& key) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      key += text[++at];
    } else if (text[at] == quote) {
      ++at;
      return true;
    } else {
      key += text[at];
    }
  }
  return false;
}

bool IsQuote(char c) { return c == '\'' || c == '"'; }

}  // namespace

std::optional<JsonPath> JsonPath::Parse(std::string_view text) {
  JsonPath path;
  text = Trim(text);
  if (text.starts_with(kStrict)) path.strict_ = true;
  if (path.strict_ || text.starts_with(kLax)) text = Trim(text.substr(text.find(' ')));
  if (!text.starts_with('$')) return std::nullopt;
  const auto take_bracket = [&](size_t& at) {
    Step step{Step::Kind::kIndex, {}};
    const size_t end = text.find(']', at);
    if (end == std::string_view::npos) return false;
    if (IsQuote(text[at])) {
      step.kind = Step::Kind::kKey;
      if (!TakeQuoted(text, at, step.key)) return false;
    } else if (text[at] == '*') {
      step.kind = Step::Kind::kEveryElement;
      ++at;
    } else {
      const auto [rest, failure] = std::from_chars(text.data() + at, text.data() + end, step.index);
      if (failure != std::errc()) return false;
      at = static_cast<size_t>(rest - text.data());
    }
    path.steps_.push_back(std::move(step));
    return at < text.size() && text[at++] == ']';
  };
  const auto take_member = [&](size_t& at) {
    Step step{Step::Kind::kKey, {}};
    if (at >= text.size()) return false;
    if (text[at] == '*') {
      step.kind = Step::Kind::kEveryMember;
      ++at;
    } else if (text[at] == '"') {
      if (!TakeQuoted(text, at, step.key)) return false;
    } else {
      const size_t end = std::min(text.find_first_of(kStepCharacters, at), text.size());
      step.key = text.substr(at, end - at);
      if (step.key.empty()) return false;
      at = end;
    }
    path.steps_.push_back(std::move(step));
    return true;
  };
  for (size_t at = 1; at < text.size();) {
    const char c = text[at++];
    if (c == '[' ? !take_bracket(at) : c != '.' || !take_member(at)) return std::nullopt;
  }
  for (const Step& step : path.steps_) {
    path.several_ = path.several_ || step.kind == Step::Kind::kEveryElement ||
                    step.kind == Step::Kind::kEveryMember;
  }
  return path;
}

void JsonPath::Follow(const JsonValue& value, size_t at,
                      std::vector<const JsonValue*>& found) const {
  if (at == steps_.size()) {
    found.push_back(&value);
    return;
  }
  const Step& step = steps_[at];
  const bool object = value.kind == JsonKind::kObject;
  const bool array = value.kind == JsonKind::kArray;
  switch (step.kind) {
    case Step::Kind::kKey:
      if (const JsonValue* member = value.Member(step.key)) Follow(*member, at + 1, found);
      if (!array || strict_) return;
      for (const JsonValue& item : value.items) {
        if (item.kind == JsonKind::kObject) Follow(item, at, found);
      }
      return;
    case Step::Kind::kIndex:
      if (array && step.index < value.items.size()) {
        Follow(value.items[step.index], at + 1, found);
      }
      // Any other value counts as an array of one element.
      if (!array && !strict_ && step.index == 0) Follow(value, at + 1, found);
      return;
    case Step::Kind::kEveryElement:
      if (!array && !strict_) Follow(value, at + 1, found);
      if (!array) return;
      break;
    case Step::Kind::kEveryMember:
      if (!object) return;
      break;
  }
  for (const JsonValue& item : value.items) Follow(item, at + 1, found);
}

std::vector<const JsonValue*> JsonPath::Find(const JsonValue& root) const {
  std::vector<const JsonValue*> found;
  Follow(root, 0, found);
  return found;
}

std::vector<JsonValue*> JsonPath::Find(JsonValue& root) const {
  std::vector<JsonValue*> found;
  for (const JsonValue* value : Find(std::as_const(root))) {
    found.push_back(const_cast<JsonValue*>(value));
  }
  return found;
}

std::optional<JsonValue> JsonPath::Extract(const JsonValue& root) const {
  const std::vector<const JsonValue*> found = Find(root);
  if (found.empty()) return std::nullopt;
  if (!several_ && found.size() == 1) return *found[0];
  JsonValue all;
  all.kind = JsonKind::kArray;
  for (const JsonValue* value : found) all.items.push_back(*value);
  return all;
}

}  // namespace paisql
