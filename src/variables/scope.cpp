#include "variables/scope.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace paisql::variables {

namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

}  // namespace

Status CheckName(std::string_view name) {
  const bool good = !name.empty() && IsLetter(name[0]) && std::ranges::all_of(name, [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '.';
  });
  if (good) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand,
               "'" + std::string(name) + "' cannot be the name of a variable",
               {},
               "a name has letters, digits, '_' and '.', and begins with no digit"};
}

const Variable* VariableSet::Find(std::string_view name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<std::string> VariableSet::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, variable] : all_) names.push_back(name);
  return names;
}

void VariableSet::Set(Variable variable) {
  std::string name = variable.name;
  all_[std::move(name)] = std::move(variable);
}

void VariableSet::SetByDefault(Variable variable, bool wanted) {
  const Variable* known = Find(variable.name);
  if (known != nullptr && known->origin != Origin::kSchedule) return;
  if (wanted) {
    Set(std::move(variable));
  } else {
    Unset(variable.name);
  }
}

bool VariableSet::Unset(std::string_view name) {
  const auto found = all_.find(name);
  if (found == all_.end()) return false;
  all_.erase(found);
  return true;
}

}  // namespace paisql::variables
