#include "nodes/document/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace paisql::nodes {

std::string Place::ToString() const {
  return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column);
}

std::string Problem::ToString() const {
  std::string text = place.ToString() + (error ? ": error: " : ": warning: ");
  if (!code.empty()) text += code + " ";
  text += message + "\n";
  if (!hint.empty()) text += "  hint: " + hint + "\n";
  return text;
}

const Value* Value::Find(std::string_view key) const {
  const auto found =
      std::ranges::find_if(members, [&](const Member& member) { return member.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

Value Value::Text(std::string text) {
  Value value;
  value.kind = Kind::kScalar;
  value.text = std::move(text);
  value.quoted = true;
  return value;
}

Value Value::Map() {
  Value value;
  value.kind = Kind::kMap;
  return value;
}

Value Value::List() {
  Value value;
  value.kind = Kind::kList;
  return value;
}

void Value::Set(std::string key, Value value) {
  const auto found =
      std::ranges::find_if(members, [&](const Member& member) { return member.key == key; });
  if (found != members.end()) {
    found->value = std::move(value);
  } else {
    members.push_back({std::move(key), std::move(value)});
  }
}

}  // namespace paisql::nodes
