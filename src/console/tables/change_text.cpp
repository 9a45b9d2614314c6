#include "console/tables/change_text.h"

#include "base/whole_number.h"
#include "console/tables/table_text.h"
#include "syntax/literal_text.h"

namespace paisql::console {

namespace {

using store::Table;
using store::TableShape;
using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string_view ObjectWord(TableShape shape) {
  if (shape == TableShape::kView) return "VIEW ";
  return shape == TableShape::kMaterialized ? "MATERIALIZED VIEW " : "TABLE ";
}

std::string Altered(const Table& table, TableShape shape) {
  return "ALTER " + std::string(ObjectWord(shape)) + NameText(table);
}

std::string DropOf(const Table& table, TableShape shape, const ChangeAsked& /*asked*/) {
  return "DROP " + std::string(ObjectWord(shape)) + NameText(table);
}

std::string CommentOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  return Altered(table, shape) + " SET COMMENT " + QuoteLiteral(asked.value);
}

std::string ColumnCommentOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  if (asked.column.empty()) return "";
  return Altered(table, shape) + " CHANGE COLUMN " + QuoteName(asked.column) + " COMMENT " +
         QuoteLiteral(asked.value);
}

std::string LifecycleOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  const std::optional<int64_t> days = ParseNumber<int64_t>(asked.value);
  if (shape == TableShape::kView || !days || *days < 1) return "";
  return Altered(table, shape) + " SET LIFECYCLE " + std::to_string(*days);
}

std::string RenameOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  if (asked.value.empty() || shape == TableShape::kMaterialized) return "";
  return Altered(table, shape) + " RENAME TO " + QuoteName(asked.value);
}

std::string DropPartitionOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  if (asked.partition.empty() || asked.partition.size() != table.partition_columns.size()) {
    return "";
  }
  return Altered(table, shape) + " DROP PARTITION (" + PartitionText(table, asked.partition, ", ") +
         ")";
}

std::string RestoreOf(const Table& table, TableShape shape, const ChangeAsked& asked) {
  if (shape != TableShape::kTable || !ParseNumber<int64_t>(asked.value)) return "";
  std::string text = "RESTORE TABLE " + NameText(table);
  if (!asked.partition.empty()) {
    if (asked.partition.size() != table.partition_columns.size()) return "";
    text += " PARTITION (" + PartitionText(table, asked.partition, ", ") + ")";
  }
  return text + " TO LSN " + QuoteLiteral(asked.value);
}

constexpr ChangeKind kKinds[] = {
    {"drop", true, DropOf},
    {"drop_partition", true, DropPartitionOf},
    {"restore", true, RestoreOf},
    {"rename", false, RenameOf},
    {"comment", false, CommentOf},
    {"column_comment", false, ColumnCommentOf},
    {"lifecycle", false, LifecycleOf},
};

Error WrongChange(std::string detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, std::move(hint)};
}

}  // namespace

std::span<const ChangeKind> ChangeKinds() { return kKinds; }

Result<std::string> ChangeText(const Table& table, TableShape shape, const ChangeAsked& asked,
                               bool run) {
  for (const ChangeKind& kind : kKinds) {
    if (kind.action != asked.action) continue;
    std::string text = kind.text(table, shape, asked);
    if (text.empty()) {
      return WrongChange("the change " + asked.action + " does not fit " + table.QualifiedName(),
                         "look at its value, and at the kind of the table");
    }
    if (run && kind.confirms && asked.confirm != table.name) {
      return WrongChange(
          "the change " + asked.action + " of " + table.QualifiedName() + " is not confirmed",
          "write the name of the table");
    }
    return text;
  }
  return WrongChange("a change " + asked.action + " of a table is not offered", "");
}

}  // namespace paisql::console
