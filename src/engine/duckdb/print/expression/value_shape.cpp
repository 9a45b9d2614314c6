#include "engine/duckdb/print/expression/value_shape.h"

#include <string_view>

#include "base/text.h"

namespace paisql::engine {
namespace {

using plan::ExpressionKind;

// Whether the parameter at the index is written as "const …".
bool IsConstParameter(std::string_view signature, size_t index) {
  if (!signature.starts_with('(')) return false;
  size_t part = 0;
  int nesting = 0;
  size_t begin = 1;
  for (size_t at = 1; at < signature.size() && signature[at] != ')'; ++at) {
    nesting += signature[at] == '<' ? 1 : signature[at] == '>' ? -1 : 0;
    if (signature[at] != ',' || nesting > 0) continue;
    if (part == index) break;
    ++part;
    begin = at + 1;
  }
  return Trim(signature.substr(begin)).starts_with("const ");
}

struct Slot {
  const plan::Constant* constant = nullptr;
  bool fixed = false;  // a parameter wants a constant here
};

// Walks both cells side by side and collects the constants of the second one; false when they are
// not alike.
bool Collect(const plan::Expression& first, const plan::Expression& cell, bool fixed,
             std::vector<Slot>& slots) {
  if (first.kind != cell.kind || !(first.type == cell.type)) return false;
  switch (first.kind) {
    case ExpressionKind::kConstant:
      slots.push_back({&plan::As<plan::Constant>(cell), fixed});
      return true;
    case ExpressionKind::kCast: {
      const auto& left = plan::As<plan::Cast>(first);
      const auto& right = plan::As<plan::Cast>(cell);
      return left.mode == right.mode && Collect(*left.operand, *right.operand, fixed, slots);
    }
    case ExpressionKind::kCall: {
      const auto& left = plan::As<plan::Call>(first);
      const auto& right = plan::As<plan::Call>(cell);
      if (left.function != right.function || left.overload != right.overload ||
          left.mode != right.mode || left.arguments.size() != right.arguments.size()) {
        return false;
      }
      for (size_t i = 0; i < left.arguments.size(); ++i) {
        const bool constant = fixed || IsConstParameter(left.overload->signature, i);
        if (!Collect(*left.arguments[i], *right.arguments[i], constant, slots)) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

std::optional<ValueShape> ShapeOf(const plan::Values& values, size_t column) {
  std::vector<std::vector<const Value*>> all;
  std::vector<Slot> first;
  std::vector<bool> varies;
  for (const auto& row : values.rows) {
    std::vector<Slot> slots;
    if (!Collect(*values.rows.front()[column], *row[column], false, slots)) return std::nullopt;
    if (all.empty()) {
      first = slots;
      all.resize(slots.size());
      varies.resize(slots.size(), false);
    }
    for (size_t i = 0; i < slots.size(); ++i) {
      all[i].push_back(&slots[i].constant->value);
      varies[i] = varies[i] || !(slots[i].constant->value == first[i].constant->value);
      if (varies[i] && first[i].fixed) return std::nullopt;
    }
  }
  ValueShape shape;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!varies[i]) continue;
    shape.slots.push_back(first[i].constant);
    shape.values.push_back(std::move(all[i]));
  }
  return shape;
}

}  // namespace paisql::engine
