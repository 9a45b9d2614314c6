// CREATE, DROP and TRUNCATE of tables and views.

#include <charconv>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

int64_t TreeBuilder::BuildInteger(antlr4::tree::TerminalNode* node) const {
  const std::string_view digits = tokens_.TextOf(node->getSymbol());
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    Fail(ErrorCode::kParse, RangeOf(node), InvalidToken(digits), "the number is too large");
  }
  return value;
}

StatementPtr TreeBuilder::BuildCreateTable(P::CreateTableContext* context) {
  auto table = std::make_unique<CreateTableStatement>();
  table->if_not_exists = context->ifNotExists() != nullptr;
  table->external = context->EXTERNAL() != nullptr;
  table->table = BuildName(context->table);
  for (auto* element : context->tableElement()) {
    if (auto* column = element->columnDefinition()) {
      table->columns.push_back(BuildColumn(column, table.get()));
    } else if (table->unsupported_clause.empty()) {
      table->unsupported_clause = "PRIMARY KEY";
      table->unsupported_range = RangeOf(element);
    }
  }
  for (auto* clause : context->tableClause()) AddTableClause(clause, *table);
  if (context->like != nullptr) {
    table->like = BuildName(context->like);
    if (!table->columns.empty() || !table->partition_columns.empty()) {
      Fail(ErrorCode::kParse, RangeOf(context->LIKE()), InvalidToken("LIKE"),
           "LIKE takes the columns of the other table, write either it or columns");
    }
  }
  if (context->query() != nullptr) table->as_query = BuildQuery(context->query());
  return table;
}

// PRIMARY KEY behind a column is noted in `table`, where there is one.
ColumnDefinition TreeBuilder::BuildColumn(P::ColumnDefinitionContext* context,
                                          CreateTableStatement* table) {
  ColumnDefinition column;
  column.name = BuildIdentifier(context->name);
  column.type = BuildTypeName(context->typeName());
  for (auto* option : context->columnOption()) {
    if (dynamic_cast<P::ColumnNotNullContext*>(option) != nullptr) {
      column.not_null = true;
    } else if (auto* value = dynamic_cast<P::ColumnDefaultContext*>(option)) {
      column.default_value = BuildValue(value->valueExpression());
    } else if (auto* comment = dynamic_cast<P::ColumnCommentContext*>(option)) {
      column.comment = BuildString(comment->stringValue());
    } else if (dynamic_cast<P::ColumnPrimaryKeyContext*>(option) != nullptr) {
      if (table == nullptr) {
        Fail(ErrorCode::kParse, RangeOf(option), InvalidToken("PRIMARY"));
      }
      table->unsupported_clause = "PRIMARY KEY";
      table->unsupported_range = RangeOf(option);
    }
  }
  return column;
}

std::vector<ColumnDefinition> TreeBuilder::BuildColumns(
    const Contexts<P::ColumnDefinitionContext>& contexts) {
  std::vector<ColumnDefinition> columns;
  for (auto* context : contexts) columns.push_back(BuildColumn(context, nullptr));
  return columns;
}

void TreeBuilder::AddTableClause(P::TableClauseContext* context, CreateTableStatement& table) {
  const auto once = [&](bool given, const char* word) {
    if (given)
      Fail(ErrorCode::kParse, RangeOf(context), InvalidToken(word), "the clause appears twice");
  };
  if (auto* comment = dynamic_cast<P::TableCommentContext*>(context)) {
    once(table.comment.has_value(), "COMMENT");
    table.comment = BuildString(comment->stringValue());
  } else if (auto* partitioned = dynamic_cast<P::PartitionedByContext*>(context)) {
    once(!table.partition_columns.empty(), "PARTITIONED");
    table.partition_columns = BuildColumns(partitioned->columnDefinition());
  } else if (auto* lifecycle = dynamic_cast<P::LifecycleContext*>(context)) {
    once(table.lifecycle_days.has_value(), "LIFECYCLE");
    table.lifecycle_days = BuildInteger(lifecycle->INTEGER_VALUE());
    table.lifecycle_range = RangeOf(lifecycle->INTEGER_VALUE());
  } else if (auto* properties = dynamic_cast<P::TablePropertiesContext*>(context)) {
    AddProperties(properties->property(), table.properties);
  } else if (auto* stored = dynamic_cast<P::StoredAsContext*>(context)) {
    once(table.stored_as.has_value(), "STORED");
    table.stored_as = BuildIdentifier(stored->format);
  } else if (table.unsupported_clause.empty()) {
    // All words of the clause's name: AUTO PARTITIONED BY, STORED BY.
    const auto goes_on = [](size_t type) { return type == P::PARTITIONED || type == P::BY; };
    size_t i = context->start->getTokenIndex();
    table.unsupported_clause = ToUpper(tokens_.TextAt(i));
    while (goes_on(tokens_.TypeAt(++i))) {
      table.unsupported_clause += " " + ToUpper(tokens_.TextAt(i));
    }
    table.unsupported_range = RangeOf(context);
  }
}

void TreeBuilder::AddProperties(const Contexts<P::PropertyContext>& contexts,
                                std::map<std::string, TableProperty>& properties) const {
  for (auto* property : contexts) {
    properties[BuildString(property->key)] = {BuildString(property->value), RangeOf(property)};
  }
}

StatementPtr TreeBuilder::BuildDropTable(P::DropTableContext* context) {
  auto drop = std::make_unique<DropTableStatement>();
  drop->if_exists = context->ifExists() != nullptr;
  drop->table = BuildName(context->table);
  return drop;
}

StatementPtr TreeBuilder::BuildTruncateTable(P::TruncateTableContext* context) {
  auto truncate = std::make_unique<TruncateTableStatement>();
  truncate->table = BuildName(context->table);
  for (auto* partition : context->partitionSpec()) {
    truncate->partitions.push_back(BuildPartitionSpec(partition));
  }
  return truncate;
}

StatementPtr TreeBuilder::BuildCreateView(P::CreateViewContext* context) {
  auto view = std::make_unique<CreateViewStatement>();
  view->or_replace = context->REPLACE() != nullptr;
  view->if_not_exists = context->ifNotExists() != nullptr;
  view->view = BuildName(context->view);
  for (auto* column : context->viewColumn()) {
    ColumnDefinition definition;
    definition.name = BuildIdentifier(column->name);
    if (column->stringValue() != nullptr) definition.comment = BuildString(column->stringValue());
    view->columns.push_back(std::move(definition));
  }
  if (context->stringValue() != nullptr) view->comment = BuildString(context->stringValue());
  view->query = BuildQuery(context->query());
  view->query_range = RangeOf(context->query());
  return view;
}

StatementPtr TreeBuilder::BuildDropView(P::DropViewContext* context) {
  auto drop = std::make_unique<DropViewStatement>();
  drop->if_exists = context->ifExists() != nullptr;
  drop->view = BuildName(context->view);
  return drop;
}

}  // namespace paisql::syntax
