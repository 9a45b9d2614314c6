#pragma once

// Finds structurally equal expressions in constant time on average, so that a statement of many
// keys, aggregates or aliases is analysed in linear time.

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "plan/expression.h"

namespace paisql::plan {

// Structurally equal expressions (traverse.h) have equal hashes. The hash reads a bounded number of
// nodes, the upper ones first, so a large expression costs no more than a small one.
size_t StructuralHash(const Expression& expression);

// Numbered expressions. The index does not own them: they must outlive it, unchanged.
class ExpressionIndex {
 public:
  // Keeps the number; of equal expressions the first one added is found.
  void Add(const Expression& expression, size_t number);

  std::optional<size_t> Find(const Expression& expression) const;

 private:
  struct Entry {
    const Expression* expression;
    size_t number;
  };
  std::unordered_multimap<size_t, Entry> entries_;
};

}  // namespace paisql::plan
