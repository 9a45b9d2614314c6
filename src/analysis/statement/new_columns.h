#pragma once

// Columns that a statement adds to a table, by their definitions or as a query gives them. Private
// to this room.

#include "analysis/context/state.h"
#include "syntax/statement.h"

namespace paisql::analysis {

Result<store::Column> NewColumn(State& state, const syntax::ColumnDefinition& definition);

// kSemantic for a column that is not the first of its name.
Error RepeatedColumn(const std::string& name, const SourceRange& range);

// Columns for what a query gives.
Result<std::vector<store::Column>> ColumnsOf(const plan::Relation& root, const SourceRange& range);

// That a table can store what a query gives.
Status CheckStorable(const plan::Relation& root);

}  // namespace paisql::analysis
