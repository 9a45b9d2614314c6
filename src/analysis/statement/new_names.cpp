#include "analysis/statement/parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxCommentBytes = 1024;

}  // namespace

Status CheckComment(const std::string& comment, const SourceRange& range) {
  if (comment.size() <= kMaxCommentBytes) return Status::Ok();
  return SemanticError(range, fmt::format("comment is longer than {} bytes", kMaxCommentBytes));
}

Result<store::Table> NewTableName(const syntax::QualifiedName& name,
                                  const AnalysisContext& context) {
  store::Table table;
  PAISQL_ASSIGN(table.project, PlaceOfName(name, context.names));
  if (name.parts.size() > 1) {
    PAISQL_ASSIGN(names::Meaning<store::Project> place, context.names.Place(table.project));
    if (!place.row.has_value()) {
      return ProjectNotFound(table.project, name, context.names, place.others);
    }
    table.project = place.row->name;
  }
  PAISQL_TRY(CheckNewName(name.parts.back(), "table"));
  table.name = name.parts.back().text;
  return table;
}

Status CheckTableIsNew(const store::Table& table, const syntax::QualifiedName& name,
                       const AnalysisContext& context) {
  PAISQL_ASSIGN(std::optional<store::Table> existing,
                context.names.catalog().FindTable(table.project, table.name));
  if (!existing) return Status::Ok();
  return Error{ErrorCode::kTableExists, fmt::format("{} already exists", table.QualifiedName()),
               name.range, "use IF NOT EXISTS, or drop it first"};
}

Status CheckNewName(const syntax::Identifier& name, std::string_view what) {
  const bool column = what == "column";
  const bool plain = std::all_of(name.text.begin(), name.text.end(), [&](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (column && static_cast<signed char>(c) < 0);
  });
  if (!plain || name.text.empty()) {
    return SemanticError(
        name.range, fmt::format("invalid {} name '{}'", what, name.text),
        column ? "use letters, digits, _ and Chinese characters" : "use letters, digits and _");
  }
  if (name.text.size() > kMaxNameBytes) {
    return SemanticError(name.range,
                         fmt::format("{} name is longer than {} bytes", what, kMaxNameBytes));
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
