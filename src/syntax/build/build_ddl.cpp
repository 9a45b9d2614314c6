// CREATE, DROP and TRUNCATE of tables and views.

#include <algorithm>

#include "base/text.h"
#include "base/whole_number.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/statements/commands.h"

namespace paisql::syntax {

int64_t TreeBuilder::BuildInteger(antlr4::tree::TerminalNode* node) const {
  const std::string_view digits = tokens_.TextOf(node->getSymbol());
  const std::optional<int64_t> value = ParseNumber<int64_t>(digits);
  if (!value.has_value()) {
    Fail(ErrorCode::kParse, RangeOf(node), InvalidToken(digits), "the number is too large");
  }
  return *value;
}

StatementPtr TreeBuilder::BuildCreateTable(P::CreateTableContext* context) {
  auto table = std::make_unique<CreateTableStatement>();
  table->or_replace = context->REPLACE() != nullptr;
  table->if_not_exists = context->ifNotExists() != nullptr;
  if (table->or_replace && table->if_not_exists) {
    Fail(ErrorCode::kParse, RangeOf(context->ifNotExists()), InvalidToken("IF"),
         "write either OR REPLACE or IF NOT EXISTS");
  }
  if (context->MATERIALIZED() != nullptr) return BuildMaterialized(context, std::move(table));
  table->external = context->EXTERNAL() != nullptr;
  table->temporary = context->TEMPORARY() != nullptr;
  table->table = BuildName(context->table);
  for (auto* element : context->tableElement()) {
    if (auto* column = element->columnDefinition()) {
      table->columns.push_back(BuildColumn(column, table.get()));
    } else {
      AddConstraint(element, *table);
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

StatementPtr TreeBuilder::BuildMaterialized(P::CreateTableContext* context,
                                            std::unique_ptr<CreateTableStatement> table) {
  table->table = BuildName(context->table);
  MaterializedClauses& view = table->materialized.emplace();
  for (auto* clause : context->materializedClause()) {
    if (auto* rewrite = dynamic_cast<P::ViewRewriteContext*>(clause)) {
      view.rewrites = rewrite->ENABLE() != nullptr;
    } else if (dynamic_cast<P::ViewDeferredContext*>(clause) != nullptr) {
      view.deferred = true;
    } else if (auto* columns = dynamic_cast<P::ViewColumnsContext*>(clause)) {
      view.columns = BuildViewColumns(columns->viewColumn());
    } else if (auto* partitions = dynamic_cast<P::ViewPartitionsContext*>(clause)) {
      view.partition_columns = BuildNames(partitions->nameList());
    } else {
      AddTableClause(static_cast<P::ViewTableClauseContext*>(clause)->tableClause(), *table);
    }
  }
  if (!table->partition_columns.empty()) {
    Fail(ErrorCode::kParse, table->partition_columns.front().type.range,
         InvalidToken(tokens_.TextOf(table->partition_columns.front().type.range)),
         "the query gives the types: write PARTITIONED BY (p)");
  }
  table->as_query = BuildQuery(context->query());
  view.query = TextOf(context->query());
  return table;
}

std::vector<ColumnDefinition> TreeBuilder::BuildViewColumns(
    const Contexts<P::ViewColumnContext>& contexts) {
  std::vector<ColumnDefinition> columns;
  for (auto* column : contexts) {
    ColumnDefinition& definition = columns.emplace_back();
    definition.name = BuildIdentifier(column->name);
    if (column->stringValue() != nullptr) definition.comment = BuildString(column->stringValue());
  }
  return columns;
}

// CONSTRAINT name PRIMARY KEY (a) DISABLE NOVALIDATE RELY
void TreeBuilder::AddConstraint(P::TableElementContext* context, CreateTableStatement& table) {
  if (context->word != nullptr && !EqualsIgnoreCase(context->word->getText(), "CONSTRAINT")) {
    Fail(ErrorCode::kParse, RangeOf(context->word), InvalidToken(context->word->getText()),
         "write CONSTRAINT name PRIMARY KEY (a), or PRIMARY KEY (a)");
  }
  for (auto* option : context->keyOption()) {
    constexpr std::string_view kOptions[] = {"ENABLE", "DISABLE", "VALIDATE", "NOVALIDATE",
                                             "RELY",   "NORELY",  "ENFORCED"};
    const std::string word = ToUpper(option->option->getText());
    const bool known = std::ranges::find(kOptions, word) != std::end(kOptions);
    if (!known || (option->NOT() != nullptr && word != "ENFORCED")) {
      Fail(ErrorCode::kParse, RangeOf(option), InvalidToken(tokens_.TextOf(option->start)),
           "after PRIMARY KEY (a) may stand DISABLE NOVALIDATE RELY");
    }
    if (word == "DISABLE" || option->NOT() != nullptr) table.key_is_a_note = true;
  }
  AddPrimaryKey(RangeOf(context), BuildNames(context->nameList()), table);
}

void TreeBuilder::AddPrimaryKey(const SourceRange& range, std::vector<Identifier> columns,
                                CreateTableStatement& table) {
  if (!table.primary_key.empty()) {
    Fail(ErrorCode::kParse, range, InvalidToken("PRIMARY"), "a table has one PRIMARY KEY (a, b)");
  }
  table.primary_key = std::move(columns);
  table.primary_key_range = range;
}

// PRIMARY KEY after a column is noted in `table`, where there is one.
ColumnDefinition TreeBuilder::BuildColumn(P::ColumnDefinitionContext* context,
                                          CreateTableStatement* table) {
  ColumnDefinition column;
  column.name = BuildIdentifier(context->name);
  column.type = BuildTypeName(context->typeName());
  for (auto* option : context->columnOption()) AddColumnOption(option, column, table);
  return column;
}

void TreeBuilder::AddColumnOption(P::ColumnOptionContext* option, ColumnDefinition& column,
                                  CreateTableStatement* table) {
  if (dynamic_cast<P::ColumnNotNullContext*>(option) != nullptr) {
    column.not_null = true;
  } else if (dynamic_cast<P::ColumnNullContext*>(option) != nullptr) {
    column.null = true;
  } else if (auto* value = dynamic_cast<P::ColumnDefaultContext*>(option)) {
    column.default_value = BuildValue(value->valueExpression());
  } else if (auto* comment = dynamic_cast<P::ColumnCommentContext*>(option)) {
    column.comment = BuildString(comment->stringValue());
    column.has_comment = true;
  } else if (dynamic_cast<P::ColumnPrimaryKeyContext*>(option) != nullptr) {
    if (table == nullptr) {
      Fail(ErrorCode::kParse, RangeOf(option), InvalidToken("PRIMARY"));
    }
    AddPrimaryKey(RangeOf(option), {column.name}, *table);
  }
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
    once(!table.partition_columns.empty() || table.auto_partition.has_value(), "PARTITIONED");
    table.partition_columns = BuildColumns(partitioned->columnDefinition());
  } else if (auto* lifecycle = dynamic_cast<P::LifecycleContext*>(context)) {
    once(table.lifecycle_days.has_value(), "LIFECYCLE");
    table.lifecycle_days = BuildInteger(lifecycle->INTEGER_VALUE());
    table.lifecycle_range = RangeOf(lifecycle->INTEGER_VALUE());
  } else if (auto* properties = dynamic_cast<P::TablePropertiesContext*>(context)) {
    AddProperties(properties->property(), table.properties);
  } else if (auto* storage = dynamic_cast<P::TableStorageContext*>(context)) {
    AddStorageClause(storage->storageClause(), table.storage);
  } else if (auto* cluster = dynamic_cast<P::ClusteredByContext*>(context)) {
    once(table.clustering.has_value(), "CLUSTERED");
    table.clustering = BuildClusterClause(cluster->clusterClause());
  } else if (auto* automatic = dynamic_cast<P::AutoPartitionedByContext*>(context)) {
    once(table.auto_partition.has_value() || !table.partition_columns.empty(), "AUTO");
    table.auto_partition.emplace();
    table.auto_partition->value = BuildCall(automatic->value);
    table.auto_partition->range = RangeOf(automatic);
    if (automatic->name != nullptr) table.auto_partition->name = BuildIdentifier(automatic->name);
  }
}

ClusterClause TreeBuilder::BuildClusterClause(P::ClusterClauseContext* context) const {
  ClusterClause clause;
  clause.range = RangeOf(context);
  clause.range_clustered = context->RANGE() != nullptr;
  clause.by = BuildNames(context->nameList());
  if (auto* sorted = context->sortedColumns()) {
    for (auto* column : sorted->sortedColumn()) {
      clause.sorted.push_back({BuildIdentifier(column->name), column->DESC() != nullptr});
    }
  }
  if (context->INTEGER_VALUE() != nullptr) {
    clause.buckets = BuildInteger(context->INTEGER_VALUE());
    clause.buckets_range = RangeOf(context->INTEGER_VALUE());
  }
  return clause;
}

void TreeBuilder::AddProperties(const Contexts<P::PropertyContext>& contexts,
                                std::map<std::string, TableProperty>& properties) const {
  for (auto* property : contexts) {
    properties[BuildString(property->key)] = {BuildString(property->value), RangeOf(property)};
  }
}

StatementPtr TreeBuilder::BuildDropTable(P::DropTableContext* context) {
  if (context->VARIABLES() != nullptr) {
    auto drop = std::make_unique<DropVariablesStatement>();
    drop->if_exists = context->ifExists() != nullptr;
    for (auto* one : context->VARIABLE()) {
      drop->variables.push_back(VariableName(one->getSymbol(), tokens_));
    }
    return drop;
  }
  auto drop = std::make_unique<DropTableStatement>();
  drop->if_exists = context->ifExists() != nullptr;
  drop->purge = context->PURGE() != nullptr;
  drop->materialized = context->MATERIALIZED() != nullptr;
  drop->table = BuildName(context->table);
  return drop;
}

int64_t TreeBuilder::BuildHistoryNumber(P::StringValueContext* text) {
  const std::string digits = BuildString(text);
  const int64_t value = ParseNumber<int64_t>(digits).value_or(-1);
  if (value < 0) {
    Fail(ErrorCode::kParse, RangeOf(text), "'" + digits + "' is not a whole number",
         "SHOW HISTORY FOR TABLES lists ids, SHOW HISTORY FOR TABLE t lists LSNs");
  }
  return value;
}

StatementPtr TreeBuilder::BuildRestoreTable(P::RestoreTableContext* context) {
  auto restore = std::make_unique<RestoreTableStatement>();
  restore->table = BuildName(context->table);
  for (auto* partition : context->partitionSpec()) {
    restore->partitions.push_back(BuildPartitionSpec(partition));
  }
  if (!restore->partitions.empty()) restore->what = RestoreWhat::kPartition;
  for (auto* property : context->property()) {
    const std::string key = ToLower(BuildString(property->key));
    if (key == "id") {
      restore->id = BuildHistoryNumber(property->value);
    } else if (key == "lsn") {
      restore->version = BuildHistoryNumber(property->value);
      restore->version_range = RangeOf(property->value);
    } else {
      Fail(ErrorCode::kParse, RangeOf(property->key), "'" + key + "' is neither 'id' nor 'lsn'",
           "write RESTORE TABLE t ('id'='7') for a dropped table, TO LSN '12' for a state");
    }
  }
  if (context->version != nullptr) {
    restore->version = BuildHistoryNumber(context->version);
    restore->version_range = RangeOf(context->version);
  }
  if (restore->version.has_value()) restore->what = RestoreWhat::kVersion;
  if (context->BEFORE() != nullptr) restore->what = RestoreWhat::kLastWrite;
  if (context->PURGE() != nullptr) restore->what = RestoreWhat::kPurge;
  if (restore->id.has_value() && restore->what != RestoreWhat::kUndrop &&
      restore->what != RestoreWhat::kPurge) {
    Fail(ErrorCode::kParse, RangeOf(context->table), "a dropped table has no state to choose",
         "bring it back first: RESTORE TABLE t ('id'='…'); then RESTORE TABLE t TO LSN '…'");
  }
  if (context->newName != nullptr) restore->new_name = BuildName(context->newName);
  return restore;
}

StatementPtr TreeBuilder::BuildTruncateTable(P::TruncateTableContext* context) {
  auto truncate = std::make_unique<TruncateTableStatement>();
  truncate->table = BuildName(context->table);
  for (auto* partition : context->partitionFilter()) {
    truncate->partitions.push_back(BuildPartitionFilter(partition));
  }
  return truncate;
}

StatementPtr TreeBuilder::BuildCloneTable(P::CloneTableContext* context) {
  auto clone = std::make_unique<CloneTableStatement>();
  clone->source = BuildName(context->source);
  clone->target = BuildName(context->target);
  for (auto* partition : context->partitionSpec()) {
    clone->partitions.push_back(BuildPartitionSpec(partition));
  }
  if (context->OVERWRITE() != nullptr) clone->if_exists = IfCloned::kOverwrite;
  if (context->IGNORE() != nullptr) clone->if_exists = IfCloned::kIgnore;
  return clone;
}

StatementPtr TreeBuilder::BuildCreateView(P::CreateViewContext* context) {
  auto view = std::make_unique<CreateViewStatement>();
  view->or_replace = context->REPLACE() != nullptr;
  view->if_not_exists = context->ifNotExists() != nullptr;
  view->view = BuildName(context->view);
  if (context->definition() != nullptr) {
    view->query_range = RangeOf(context->definition());
    return view;
  }
  view->columns = BuildViewColumns(context->viewColumn());
  if (context->stringValue() != nullptr) view->comment = BuildString(context->stringValue());
  view->query = BuildQuery(context->query());
  view->query_range = RangeOf(context->query());
  return view;
}

StatementPtr TreeBuilder::BuildAlterView(P::AlterViewContext* context) {
  auto alter = std::make_unique<AlterViewStatement>();
  alter->view = BuildName(context->view);
  if (context->name != nullptr) {
    alter->new_name = BuildIdentifier(context->name);
  } else if (context->query() != nullptr) {
    alter->action = AlterViewAction::kSetQuery;
    alter->query = BuildQuery(context->query());
    alter->query_range = RangeOf(context->query());
  } else if (context->owner != nullptr) {
    alter->action = AlterViewAction::kChangeOwner;
    alter->owner = BuildString(context->owner);
  } else if (context->TBLPROPERTIES() != nullptr) {
    alter->action = AlterViewAction::kSetProperties;
    AddProperties(context->property(), alter->properties);
  } else if (context->column != nullptr) {
    alter->action = AlterViewAction::kCommentColumn;
    alter->column = BuildIdentifier(context->column);
    alter->comment = BuildString(context->stringValue());
  } else {
    alter->action = AlterViewAction::kSetComment;
    alter->comment = BuildString(context->stringValue());
  }
  return alter;
}

StatementPtr TreeBuilder::BuildDropView(P::DropViewContext* context) {
  auto drop = std::make_unique<DropViewStatement>();
  drop->if_exists = context->ifExists() != nullptr;
  drop->view = BuildName(context->view);
  return drop;
}

}  // namespace paisql::syntax
