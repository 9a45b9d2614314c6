#include "optimizer/connective.h"

#include "base/assert.h"

namespace paisql::optimizer {
namespace {

plan::ExpressionPtr Balanced(const Context& context, std::vector<plan::ExpressionPtr>& terms,
                             size_t begin, size_t end) {
  if (end - begin == 1) return std::move(terms[begin]);
  const size_t middle = begin + (end - begin) / 2;
  plan::ExpressionPtr left = Balanced(context, terms, begin, middle);
  plan::ExpressionPtr right = Balanced(context, terms, middle, end);
  return Connect(context, "and", std::move(left), std::move(right));
}

}  // namespace

plan::ExpressionPtr Connect(const Context& context, std::string_view name, plan::ExpressionPtr left,
                            plan::ExpressionPtr right) {
  const functions::Function* function = functions::FindOperator(name);
  PAISQL_ASSERT(function != nullptr && function->overloads.size() == 1,
                "a connective that the table of functions does not have once");
  auto call =
      std::make_unique<plan::Call>(function, &function->overloads.front(), TypeId::kBoolean);
  call->mode = context.mode;
  call->range = left->range;
  call->arguments.push_back(std::move(left));
  call->arguments.push_back(std::move(right));
  return call;
}

plan::ExpressionPtr Conjunction(const Context& context, std::vector<plan::ExpressionPtr> terms) {
  return terms.empty() ? nullptr : Balanced(context, terms, 0, terms.size());
}

plan::ExpressionPtr ColumnOf(const plan::OutputColumn& column, const SourceRange& range) {
  auto node = std::make_unique<plan::ColumnRef>(column.id, column.type, column.name);
  node->range = range;
  return node;
}

}  // namespace paisql::optimizer
