#pragma once

// A plan as one statement of DuckDB. Columns are named by their ids, which are unique in the plan,
// so that references need no qualifier and correlated ones work by themselves.

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/duckdb/print_context.h"
#include "engine/duckdb/select.h"

namespace paisql::engine {

class Printer {
 public:
  explicit Printer(PrintContext& context) : context_(context) {}

  // Errors are left in the context.
  Select PrintRelation(const plan::Relation& relation);
  std::string PrintExpression(const plan::Expression& expression);

 private:
  // From this depth on, DuckDB's search for common subexpressions takes too long.
  static constexpr size_t kDeep = 100;
  // From so many inner joins on, looking for their best order takes too long.
  static constexpr size_t kManyJoins = 32;
  // From this weight on, a text does not stand twice in the statement.
  static constexpr size_t kHeavy = 200;

  // A text and how many nodes DuckDB makes of it, repetitions counted.
  struct Argument {
    std::string text;
    size_t weight = 0;
    bool bound = false;
  };

  Select PrintScan(const plan::Scan& scan);
  Select PrintValues(const plan::Values& values);
  Select PrintProject(const plan::Project& project);
  Select PrintFilter(const plan::Filter& filter);
  Select PrintAggregateRelation(const plan::AggregateRelation& aggregate);
  Select PrintJoin(const plan::Join& join);
  void CountJoins(plan::JoinType type, size_t inner_joins);
  Select PrintSetOperation(const plan::SetOperation& operation);
  Select PrintDistinct(const plan::Distinct& distinct);
  Select PrintSort(const plan::Sort& sort);
  Select PrintLimit(const plan::Limit& limit);
  Select PrintUnnest(const plan::Unnest& unnest);
  Select PrintWith(const plan::With& with);
  Select PrintCteScan(const plan::CteScan& scan);
  Select PrintTransform(const plan::Transform& transform);

  std::string PrintByKind(const plan::Expression& expression);
  std::string PrintCall(const plan::Call& call);
  Argument PrintOneCall(const plan::Call& call, std::vector<Argument> arguments);
  // `text` is the call's guarded template.
  std::string ExpandCall(const plan::Call& call, std::string_view text,
                         const std::vector<std::string>& arguments);
  static bool IsConnective(const plan::Expression& expression);
  std::string PrintConnective(const plan::Expression& expression);
  std::vector<std::string> PrintOperands(const std::vector<const plan::Expression*>& operands,
                                         std::string_view word);
  std::string PrintCase(const plan::Case& expression);
  std::string PrintAggregate(const plan::Aggregate& aggregate);
  std::string PrintWindow(const plan::Window& window);
  std::string PrintInSubquery(const plan::InSubquery& in);
  std::string PrintRowInSubquery(const plan::InSubquery& in,
                                 const std::vector<std::string>& operands);
  std::string PrintLambdaBody(const plan::Lambda& lambda,
                              const std::vector<std::string>& parameters);
  std::string PrintSubquery(const plan::Relation& relation);
  // An aggregate's template, or the quotient of two of them; print(template) prints one.
  template <typename Node, typename PrintPart>
  std::string PrintQuotient(std::string_view text, const Node& node, PrintPart print);
  std::string PrintSortKeys(const std::vector<plan::SortKey>& keys);
  std::string PrintFrame(const plan::Frame& frame);
  std::vector<std::string> PrintAll(const std::vector<plan::ExpressionPtr>& expressions);
  // A condition of WHERE or ON, where NULL counts as false.
  void AppendConditions(const plan::Expression& condition, std::vector<std::string>& out);

  PrintContext& context_;
  // Parameters of the lambdas around the expression: what stands for them.
  std::unordered_map<plan::ColumnId, std::string> bound_;
  size_t depth_ = 0;
  size_t row_subqueries_ = 0;
  bool many_joins_ = false;
  bool cross_joins_ = false;
  size_t weight_ = 0;  // of what was printed so far
};

// Whether a subquery stands anywhere in the expression.
bool HasSubquery(const plan::Expression& expression);

}  // namespace paisql::engine
