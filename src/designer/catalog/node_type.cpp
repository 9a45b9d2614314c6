#include "designer/catalog/node_type.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "designer/catalog/own_types.h"
#include "designer/catalog/pai_types.h"
#include "pai/components.h"

namespace paisql::designer {

namespace {

template <typename Named>
const Named* Among(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::ranges::find_if(all, [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::string_view KindText(NodeKind kind) {
  constexpr std::array<std::string_view, 8> kTexts = {"source", "file", "model",  "sql",
                                                      "pai",    "sink", "deploy", "unknown"};
  return kTexts[static_cast<size_t>(kind)];
}

std::string_view TypeText(PortType type) {
  constexpr std::array<std::string_view, 6> kTexts = {"table",  "model",      "file",
                                                      "folder", "evaluation", "any"};
  return kTexts[static_cast<size_t>(type)];
}

std::string_view FieldKindText(FieldKind kind) {
  constexpr std::array<std::string_view, 15> kTexts = {
      "text",    "code",   "file",   "files",   "folder", "volumes", "integer", "number",
      "boolean", "choice", "column", "columns", "json",   "table",   "tables"};
  return kTexts[static_cast<size_t>(kind)];
}

std::string_view TabText(FieldTab tab) {
  constexpr std::array<std::string_view, 4> kTexts = {"fields", "parameters", "tuning", "output"};
  return kTexts[static_cast<size_t>(tab)];
}

bool Fits(PortType from, PortType to) {
  using enum PortType;
  if (from == to || from == kAny || to == kAny) return true;
  if (from == kEvaluation) return to == kTable;
  return (from == kFile && to == kFolder) || (from == kFolder && to == kFile);
}

const TypePort* NodeType::Input(std::string_view port) const { return Among(inputs, port); }

const TypePort* NodeType::Output(std::string_view port) const { return Among(outputs, port); }

const Field* NodeType::FindField(std::string_view field) const { return Among(fields, field); }

NodeTypes::NodeTypes(std::vector<NodeType> types, std::vector<TypeGroup> groups)
    : types_(std::move(types)), groups_(std::move(groups)) {
  for (size_t i = 0; i < types_.size(); ++i) {
    for (const std::string& name : types_[i].names) places_.emplace(ToLower(name), i);
  }
}

const NodeType* NodeTypes::Find(std::string_view name) const {
  if (const auto found = places_.find(ToLower(name)); found != places_.end()) {
    return &types_[found->second];
  }
  // A version of TensorFlow has more spellings than names.
  const std::optional<pai::Algorithm> known = pai::OfferedComponents().Find(name);
  if (!known.has_value()) return nullptr;
  const auto found = std::ranges::find_if(
      types_, [&](const NodeType& type) { return type.component == known->component; });
  return found == types_.end() ? nullptr : &*found;
}

const NodeTypes& OfferedTypes() {
  static const NodeTypes types = [] {
    std::vector<NodeType> all;
    std::vector<TypeGroup> groups;
    AddOwnTypes(all, groups);
    AddPaiTypes(all, groups);
    return NodeTypes(std::move(all), std::move(groups));
  }();
  return types;
}

}  // namespace paisql::designer
