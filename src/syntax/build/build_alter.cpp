// ALTER TABLE.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

namespace {

// The name in `name` and in `name = value`; null for any other expression.
const Identifier* KeyOf(const Expression& expression) {
  const Expression* column = &expression;
  if (expression.kind == ExpressionKind::kBinary) {
    const auto& pair = As<Binary>(expression);
    if (pair.op != BinaryOperator::kEqual) return nullptr;
    column = pair.left.get();
  }
  if (column->kind != ExpressionKind::kColumn) return nullptr;
  const QualifiedName& name = As<ColumnName>(*column).name;
  return name.parts.size() == 1 ? &name.parts.front() : nullptr;
}

}  // namespace

StatementPtr TreeBuilder::BuildAlterTable(P::AlterTableContext* context) {
  auto alter = std::make_unique<AlterTableStatement>();
  alter->table = BuildName(context->table);
  if (context->materializedAction() != nullptr) {
    AddMaterializedAction(context->materializedAction(), *alter);
    return alter;
  }
  alter_ = alter.get();
  context->alterAction()->accept(this);
  alter_ = nullptr;
  return alter;
}

void TreeBuilder::AddMaterializedAction(P::MaterializedActionContext* context,
                                        AlterTableStatement& alter) {
  alter.materialized = true;
  if (auto* rebuild = dynamic_cast<P::RebuildContext*>(context)) {
    alter.action = AlterTableAction::kRebuild;
    if (auto* filter = rebuild->partitionFilter()) {
      alter.drop_partitions.push_back(BuildPartitionFilter(filter));
    }
  } else if (auto* rewrite = dynamic_cast<P::SetRewriteContext*>(context)) {
    alter.action = AlterTableAction::kSetRewrite;
    alter.rewrites = rewrite->ENABLE() != nullptr;
  } else if (auto* lifecycle = dynamic_cast<P::SetViewLifecycleContext*>(context)) {
    alter.action = AlterTableAction::kSetLifecycle;
    alter.lifecycle_days = BuildInteger(lifecycle->INTEGER_VALUE());
  } else if (auto* turned = dynamic_cast<P::SwitchViewLifecycleContext*>(context)) {
    alter.action = AlterTableAction::kSwitchLifecycle;
    alter.lifecycle_on = turned->ENABLE() != nullptr;
    if (auto* partition = turned->partitionSpec()) {
      alter.add_partitions.push_back(BuildPartitionSpec(partition));
    }
  } else {
    auto* drop = static_cast<P::DropViewPartitionsContext*>(context);
    alter.action = AlterTableAction::kDropPartitions;
    alter.if_exists = drop->ifExists() != nullptr;
    for (auto* filter : drop->partitionFilter()) {
      alter.drop_partitions.push_back(BuildPartitionFilter(filter));
    }
  }
}

antlrcpp::Any TreeBuilder::visitAddPartitions(P::AddPartitionsContext* context) {
  alter_->action = AlterTableAction::kAddPartitions;
  alter_->if_not_exists = context->ifNotExists() != nullptr;
  for (auto* partition : context->addedPartition()) {
    alter_->add_partitions.push_back(BuildPartitionSpec(partition->partitionSpec()));
    alter_->locations.emplace_back();
    if (partition->location != nullptr) {
      alter_->locations.back() = BuildClauseText(partition->location);
    }
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitDropPartitions(P::DropPartitionsContext* context) {
  alter_->action = AlterTableAction::kDropPartitions;
  alter_->if_exists = context->ifExists() != nullptr;
  alter_->purge = context->PURGE() != nullptr;
  for (auto* filter : context->partitionFilter()) {
    alter_->drop_partitions.push_back(BuildPartitionFilter(filter));
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitMergePartitions(P::MergePartitionsContext* context) {
  alter_->action = AlterTableAction::kMergePartitions;
  alter_->if_exists = context->ifExists() != nullptr;
  alter_->purge = context->PURGE() != nullptr;
  for (auto* filter : context->partitionFilter()) {
    alter_->drop_partitions.push_back(BuildPartitionFilter(filter));
  }
  alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  return {};
}

antlrcpp::Any TreeBuilder::visitRenamePartition(P::RenamePartitionContext* context) {
  alter_->action = AlterTableAction::kRenamePartition;
  for (auto* partition : context->partitionSpec()) {
    alter_->add_partitions.push_back(BuildPartitionSpec(partition));
  }
  return {};
}

// key = value pairs, and keys alone, are a specification; anything else is one filter.
PartitionFilter TreeBuilder::BuildPartitionFilter(P::PartitionFilterContext* context) {
  PartitionFilter filter;
  filter.range = RangeOf(context);
  std::vector<ExpressionPtr> expressions = BuildExpressions(context->expression());
  PartitionSpec spec;
  spec.range = filter.range;
  for (const ExpressionPtr& expression : expressions) {
    const Identifier* key = KeyOf(*expression);
    if (key == nullptr) break;
    spec.keys.push_back({*key, nullptr});
  }
  if (spec.keys.size() == expressions.size()) {
    for (size_t i = 0; i < expressions.size(); ++i) {
      if (expressions[i]->kind != ExpressionKind::kBinary) continue;
      spec.keys[i].value = std::move(static_cast<Binary&>(*expressions[i]).right);
    }
    filter.spec = std::move(spec);
    return filter;
  }
  // (d < '2', r = 'b'): all of the conditions.
  filter.filter = std::move(expressions[0]);
  for (size_t i = 1; i < expressions.size(); ++i) {
    auto both = std::make_unique<Binary>();
    both->op = BinaryOperator::kAnd;
    both->range = both->op_range = filter.range;
    both->left = std::move(filter.filter);
    both->right = std::move(expressions[i]);
    filter.filter = std::move(both);
  }
  return filter;
}

antlrcpp::Any TreeBuilder::visitAddColumns(P::AddColumnsContext* context) {
  alter_->action = AlterTableAction::kAddColumns;
  alter_->if_not_exists = context->ifNotExists() != nullptr;
  for (auto* column : context->placedColumn()) AddPlacedColumn(column);
  return {};
}

antlrcpp::Any TreeBuilder::visitReplaceColumns(P::ReplaceColumnsContext* context) {
  alter_->action = AlterTableAction::kReplaceColumns;
  alter_->columns = BuildColumns(context->columnDefinition());
  return {};
}

void TreeBuilder::AddPlacedColumn(P::PlacedColumnContext* context) {
  alter_->columns.push_back(BuildColumn(context->columnDefinition(), nullptr));
  std::optional<ColumnPlace>& place = alter_->places.emplace_back();
  if (context->FIRST() != nullptr) place = ColumnPlace{};
  if (context->after != nullptr) place = ColumnPlace{BuildIdentifier(context->after)};
}

antlrcpp::Any TreeBuilder::visitRenameTable(P::RenameTableContext* context) {
  alter_->action = AlterTableAction::kRename;
  alter_->new_name = BuildIdentifier(context->name);
  return {};
}

antlrcpp::Any TreeBuilder::visitSetComment(P::SetCommentContext* context) {
  alter_->action = AlterTableAction::kSetComment;
  alter_->comment = BuildString(context->stringValue());
  return {};
}

antlrcpp::Any TreeBuilder::visitSetLifecycle(P::SetLifecycleContext* context) {
  alter_->action = AlterTableAction::kSetLifecycle;
  alter_->lifecycle_days = BuildInteger(context->INTEGER_VALUE());
  return {};
}

antlrcpp::Any TreeBuilder::visitSetProperties(P::SetPropertiesContext* context) {
  alter_->action = AlterTableAction::kSetProperties;
  AddProperties(context->property(), alter_->properties);
  return {};
}

antlrcpp::Any TreeBuilder::visitUnsetProperties(P::UnsetPropertiesContext* context) {
  alter_->action = AlterTableAction::kUnsetProperties;
  alter_->if_exists = context->ifExists() != nullptr;
  for (auto* property : context->unsetProperty()) {
    alter_->properties[BuildString(property->key)] = {"", RangeOf(property)};
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitRenameColumn(P::RenameColumnContext* context) {
  alter_->action = AlterTableAction::kRenameColumn;
  alter_->column_names = {BuildIdentifier(context->from), BuildIdentifier(context->to)};
  return {};
}

antlrcpp::Any TreeBuilder::visitChangeColumn(P::ChangeColumnContext* context) {
  alter_->action = AlterTableAction::kChangeColumn;
  alter_->column_names = {BuildIdentifier(context->from)};
  AddPlacedColumn(context->placedColumn());
  return {};
}

antlrcpp::Any TreeBuilder::visitChangeOptions(P::ChangeOptionsContext* context) {
  alter_->action = AlterTableAction::kChangeColumn;
  alter_->keeps_type = true;
  alter_->column_names = {BuildIdentifier(context->name)};
  ColumnDefinition& column = alter_->columns.emplace_back();
  column.name = alter_->column_names.front();
  for (auto* option : context->columnOption()) AddColumnOption(option, column, nullptr);
  alter_->places.emplace_back();
  return {};
}

antlrcpp::Any TreeBuilder::visitDropColumns(P::DropColumnsContext* context) {
  alter_->action = AlterTableAction::kDropColumns;
  alter_->column_names = context->nameList() != nullptr ? BuildNames(context->nameList())
                                                        : BuildNames(context->anyName());
  return {};
}

antlrcpp::Any TreeBuilder::visitTouch(P::TouchContext* context) {
  alter_->action = AlterTableAction::kTouch;
  if (context->partitionSpec() != nullptr) {
    alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitChangeOwner(P::ChangeOwnerContext* context) {
  alter_->action = AlterTableAction::kChangeOwner;
  alter_->owner = BuildString(context->owner);
  alter_->owner_range = RangeOf(context->owner);
  return {};
}

antlrcpp::Any TreeBuilder::visitSetSerdeProperties(P::SetSerdePropertiesContext* context) {
  alter_->action = AlterTableAction::kSetSerdeProperties;
  AddProperties(context->property(), alter_->properties);
  return {};
}

antlrcpp::Any TreeBuilder::visitSetLocation(P::SetLocationContext* context) {
  alter_->action = AlterTableAction::kSetLocation;
  alter_->locations.emplace_back(BuildClauseText(context->location));
  if (context->partitionSpec() != nullptr) {
    alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitSwitchLifecycle(P::SwitchLifecycleContext* context) {
  alter_->action = AlterTableAction::kSwitchLifecycle;
  alter_->lifecycle_on = context->ENABLE() != nullptr;
  if (context->partitionSpec() != nullptr) {
    alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitExchangePartition(P::ExchangePartitionContext* context) {
  alter_->action = AlterTableAction::kExchangePartition;
  alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  alter_->source = BuildName(context->source);
  return {};
}

antlrcpp::Any TreeBuilder::visitSetClustering(P::SetClusteringContext* context) {
  alter_->action = AlterTableAction::kSetClustering;
  alter_->clustering = BuildClusterClause(context->clusterClause());
  return {};
}

antlrcpp::Any TreeBuilder::visitDropClustering(P::DropClusteringContext*) {
  alter_->action = AlterTableAction::kSetClustering;
  return {};
}

antlrcpp::Any TreeBuilder::visitCompact(P::CompactContext* context) {
  alter_->action = AlterTableAction::kCompact;
  if (context->partitionSpec() != nullptr) {
    alter_->add_partitions.push_back(BuildPartitionSpec(context->partitionSpec()));
  }
  alter_->compaction_range = RangeOf(context->COMPACT());
  if (context->which != nullptr) {
    alter_->compaction = BuildIdentifier(context->which).text;
    alter_->compaction_range = RangeOf(context->which);
  }
  for (auto* text : context->stringValue()) {
    if (!alter_->compaction.empty()) {
      Fail(ErrorCode::kParse, RangeOf(text), InvalidToken(TextOf(text)), "write COMPACT 'major'");
    }
    alter_->compaction = BuildString(text);
    alter_->compaction_range = RangeOf(text);
  }
  for (auto* option : context->compactOption()) {
    const std::string flag = BuildIdentifier(option->flag).text;
    auto* hours = option->INTEGER_VALUE();
    const bool known = hours != nullptr ? EqualsIgnoreCase(flag, "h") : EqualsIgnoreCase(flag, "f");
    if (!known) {
      Fail(ErrorCode::kParse, RangeOf(option), InvalidToken(TextOf(option)),
           "COMPACT takes -h with a number of hours, and -f");
    }
    if (hours != nullptr) {
      alter_->compaction_hours = BuildInteger(hours);
    } else {
      alter_->compaction_unasked = true;
    }
  }
  return {};
}

}  // namespace paisql::syntax
