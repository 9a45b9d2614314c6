// UPDATE, DELETE and MERGE.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

StatementPtr TreeBuilder::BuildRowChange(P::RowChangeContext* context) {
  auto statement = std::make_unique<RowChangeStatement>();
  if (auto* update = dynamic_cast<P::UpdateRowsContext*>(context)) {
    AddChangedTable(update->changedTable(), *statement);
    if (auto* from = update->fromClause()) statement->source = BuildFrom(from);
    if (auto* where = update->whereClause()) {
      statement->condition = BuildExpression(where->expression());
    }
    MergeClause& clause = statement->clauses.emplace_back();
    clause.range = RangeOf(update->SET());
    clause.assignments = BuildAssignments(update->assignment());
  } else if (auto* removal = dynamic_cast<P::DeleteRowsContext*>(context)) {
    statement->change = RowChange::kDelete;
    AddChangedTable(removal->changedTable(), *statement);
    if (auto* where = removal->whereClause()) {
      statement->condition = BuildExpression(where->expression());
    }
    MergeClause& clause = statement->clauses.emplace_back();
    clause.range = RangeOf(removal->DELETE());
    clause.action = MergeClause::kDelete;
  } else {
    auto* merge = dynamic_cast<P::MergeRowsContext*>(context);
    statement->change = RowChange::kMerge;
    AddChangedTable(merge->changedTable(), *statement);
    statement->source = BuildRelationPrimary(merge->source);
    statement->condition = BuildExpression(merge->condition);
    for (auto* clause : merge->mergeClause()) {
      statement->clauses.push_back(BuildMergeClause(clause));
    }
  }
  return statement;
}

void TreeBuilder::AddChangedTable(P::ChangedTableContext* context, RowChangeStatement& statement) {
  statement.table = BuildName(context->table);
  if (auto* partition = context->partitionSpec()) {
    statement.partition = BuildPartitionSpec(partition);
  }
  TableRelation named;
  AddAlias(context->relationAlias(), named);
  if (!named.column_aliases.empty()) {
    Fail(ErrorCode::kParse, RangeOf(context->relationAlias()), InvalidToken("("),
         "the columns of a table that changes keep their names");
  }
  statement.alias = std::move(named.alias);
}

Assignment TreeBuilder::BuildAssignment(P::AssignmentContext* context) {
  Assignment assignment;
  const auto add = [&](const auto& names) {
    for (auto* name : names) assignment.columns.push_back(BuildName(name));
  };
  if (auto* one = dynamic_cast<P::AssignOneContext*>(context)) {
    assignment.columns.push_back(BuildName(one->qualifiedName()));
    assignment.values.push_back(BuildExpression(one->expression()));
  } else if (auto* query = dynamic_cast<P::AssignQueryContext*>(context)) {
    add(query->qualifiedName());
    assignment.query = BuildQuery(query->query());
  } else {
    auto* row = dynamic_cast<P::AssignRowContext*>(context);
    add(row->qualifiedName());
    assignment.values = BuildExpressions(row->valuesRow()->expression());
    if (assignment.values.size() != assignment.columns.size()) {
      Fail(ErrorCode::kParse, RangeOf(context),
           std::to_string(assignment.columns.size()) + " columns get " +
               std::to_string(assignment.values.size()) + " values",
           "write one value for each column");
    }
  }
  return assignment;
}

std::vector<Assignment> TreeBuilder::BuildAssignments(
    const Contexts<P::AssignmentContext>& contexts) {
  std::vector<Assignment> assignments;
  for (auto* context : contexts) assignments.push_back(BuildAssignment(context));
  return assignments;
}

MergeClause TreeBuilder::BuildMergeClause(P::MergeClauseContext* context) {
  MergeClause clause;
  clause.range = RangeOf(context);
  const auto expect = [&](const antlr4::Token* token, std::initializer_list<const char*> words) {
    const std::string text(tokens_.TextOf(token));
    for (const char* word : words) {
      if (EqualsIgnoreCase(text, word)) return word == *words.begin();
    }
    Fail(ErrorCode::kParse, tokens_.RangeOf(token), InvalidToken(text),
         std::string("write ") + *words.begin());
  };
  expect(context->matched, {"MATCHED"});
  if (context->NOT() != nullptr) clause.kind = MergeClause::kNotMatched;
  if (context->by != nullptr) {
    const bool source = expect(context->by, {"SOURCE", "TARGET"});
    if (context->NOT() == nullptr) {
      Fail(ErrorCode::kParse, tokens_.RangeOf(context->by), InvalidToken("BY"),
           "BY SOURCE and BY TARGET follow NOT MATCHED");
    }
    if (source) clause.kind = MergeClause::kNotMatchedBySource;
  }
  if (context->condition != nullptr) clause.condition = BuildExpression(context->condition);
  AddMergeAction(context->mergeAction(), clause);
  const bool inserts = clause.action == MergeClause::kInsert;
  if (inserts != (clause.kind == MergeClause::kNotMatched)) {
    Fail(ErrorCode::kParse, RangeOf(context->mergeAction()),
         InvalidToken(inserts ? "INSERT" : "THEN"),
         "WHEN NOT MATCHED inserts, the other clauses update or delete");
  }
  return clause;
}

void TreeBuilder::AddMergeAction(P::MergeActionContext* context, MergeClause& clause) {
  if (auto* update = dynamic_cast<P::MergeUpdateContext*>(context)) {
    clause.assignments = BuildAssignments(update->assignment());
  } else if (dynamic_cast<P::MergeUpdateAllContext*>(context) != nullptr) {
    clause.star = true;
  } else if (dynamic_cast<P::MergeDeleteContext*>(context) != nullptr) {
    clause.action = MergeClause::kDelete;
  } else if (auto* insert = dynamic_cast<P::MergeInsertContext*>(context)) {
    clause.action = MergeClause::kInsert;
    if (insert->nameList() != nullptr) clause.columns = BuildNames(insert->nameList());
    clause.values = BuildExpressions(insert->valuesRow()->expression());
  } else {
    clause.action = MergeClause::kInsert;
    clause.star = true;
  }
}

}  // namespace paisql::syntax
