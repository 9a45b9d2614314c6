#include "session/touched_tables.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "pai/named_tables.h"
#include "syntax/definition.h"
#include "syntax/parser.h"
#include "syntax/script.h"
#include "syntax/statements/external.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/pai.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/streams.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): its nodes are all that is here

void Note(const QualifiedName& name, std::vector<std::string>& names) {
  const std::string text = name.ToString();
  if (std::ranges::find(names, text) == names.end()) names.push_back(text);
}

class Reader {
 public:
  explicit Reader(std::vector<std::string>& reads) : reads_(reads) {}

  void Read(const Query& query) {
    With(query.with);
    Read(query.body);
  }

  void With(const std::vector<CommonTableExpression>& expressions) {
    for (const CommonTableExpression& one : expressions) {
      if (one.may_recurse) common_.insert(ToLower(one.name.text));
      if (one.query != nullptr) Read(*one.query);
      common_.insert(ToLower(one.name.text));
    }
  }

  // The subqueries of a condition, which may be null.
  void Condition(const Expression* expression) { Read(expression); }

  void Read(const Relation& relation) {
    switch (relation.kind) {
      case RelationKind::kTable: {
        const auto& table = As<TableRelation>(relation);
        const auto& parts = table.name.parts;
        const bool common = parts.size() == 1 && common_.contains(ToLower(parts.front().text));
        if (!table.variable && !common) Note(table.name, reads_);
        break;
      }
      case RelationKind::kSubquery:
        Read(*As<SubqueryRelation>(relation).query);
        break;
      case RelationKind::kJoin:
        Read(*As<JoinRelation>(relation).left);
        Read(*As<JoinRelation>(relation).right);
        break;
      case RelationKind::kLateralView:
        if (const auto& source = As<LateralViewRelation>(relation).source) Read(*source);
        break;
      case RelationKind::kPivot:
        Read(*As<PivotRelation>(relation).source);
        break;
      case RelationKind::kUnpivot:
        Read(*As<UnpivotRelation>(relation).source);
        break;
      case RelationKind::kValues:
      case RelationKind::kFunction:
        break;
    }
  }

 private:
  // Chains of set operations lean to the left and are long.
  void Read(const QueryBody& body) {
    std::vector<const QueryBody*> chain = {&body};
    while (chain.back()->set_operation != nullptr) {
      chain.push_back(chain.back()->set_operation->left.get());
    }
    ReadLeaf(*chain.back());
    for (size_t i = chain.size() - 1; i > 0; --i) Read(*chain[i - 1]->set_operation->right);
  }

  void ReadLeaf(const QueryBody& body) {
    if (body.nested != nullptr) Read(*body.nested);
    if (body.select == nullptr) return;
    if (body.select->from != nullptr) Read(*body.select->from);
    Read(body.select->where.get());
    Read(body.select->having.get());
  }

  // The subqueries of a condition.
  void Read(const Expression* expression) {
    while (expression != nullptr) {
      switch (expression->kind) {
        case ExpressionKind::kBinary: {
          const auto& binary = static_cast<const Binary&>(*expression);
          Read(binary.right.get());
          expression = binary.left.get();
          continue;
        }
        case ExpressionKind::kUnary:
          expression = static_cast<const Unary&>(*expression).operand.get();
          continue;
        case ExpressionKind::kInSubquery:
          return Read(*static_cast<const InSubquery&>(*expression).query);
        case ExpressionKind::kExists:
          return Read(*static_cast<const Exists&>(*expression).query);
        case ExpressionKind::kScalarSubquery:
          return Read(*static_cast<const ScalarSubquery&>(*expression).query);
        default:
          return;
      }
    }
  }

  std::vector<std::string>& reads_;
  std::set<std::string> common_;
};

void NoteText(const std::string& text, std::vector<std::string>& names) {
  if (std::ranges::find(names, text) == names.end()) names.push_back(text);
}

void NotePai(const PaiStatement& statement, const pai::Components& components, Reader& reader,
             TouchedTables& touched) {
  pai::NamedTables tables = pai::FindNamedTables(statement, components);
  for (const std::string& table : tables.reads) NoteText(table, touched.reads);
  for (const std::string& table : tables.writes) NoteText(table, touched.writes);
  touched.models_read = std::move(tables.models_read);
  touched.models_written = std::move(tables.models_written);
  for (const std::string& query : tables.queries) {
    const Result<StatementPtr> parsed = ParseStatement(query);
    if (!parsed.ok() || *parsed == nullptr) continue;
    if (const auto* const select = If<SelectStatement>(**parsed)) reader.Read(select->query);
  }
}

}  // namespace

namespace {

void NoteStep(const Step& step, TouchedTables& touched) {
  switch (step.kind) {
    case StepKind::kStatement: {
      const TouchedTables one = FindTouchedTables(*As<StatementStep>(step).statement);
      for (const std::string& name : one.reads) NoteText(name, touched.reads);
      for (const std::string& name : one.writes) NoteText(name, touched.writes);
      return;
    }
    case StepKind::kAssign:
      if (const auto& query = As<AssignStep>(step).query) Reader(touched.reads).Read(*query);
      return;
    case StepKind::kIf:
      NoteStep(*As<IfStep>(step).then, touched);
      if (const auto& otherwise = As<IfStep>(step).otherwise) NoteStep(*otherwise, touched);
      return;
    case StepKind::kLoop:
      return NoteStep(*As<LoopStep>(step).body, touched);
    case StepKind::kBlock:
      for (const StepPtr& inner : As<BlockStep>(step).steps) NoteStep(*inner, touched);
      return;
  }
}

}  // namespace

TouchedTables FindTouchedTables(const Query& query) {
  TouchedTables touched;
  Reader(touched.reads).Read(query);
  return touched;
}

TouchedTables FindTouchedTables(const Script& script) {
  TouchedTables touched;
  for (const StepPtr& step : script.steps) NoteStep(*step, touched);
  return touched;
}

TouchedTables FindTouchedTables(const Definition& definition) {
  TouchedTables touched;
  if (definition.query != nullptr) Reader(touched.reads).Read(*definition.query);
  Reader(touched.reads).Condition(definition.value.get());
  if (!definition.body) return touched;
  for (const StepPtr& step : definition.body->steps) NoteStep(*step, touched);
  return touched;
}

TouchedTables FindTouchedTables(const Statement& statement) {
  return FindTouchedTables(statement, pai::OfferedComponents());
}

TouchedTables FindTouchedTables(const Statement& statement, const pai::Components& components) {
  TouchedTables touched;
  Reader reader(touched.reads);
  if (const auto* const select = If<SelectStatement>(statement)) {
    reader.Read(select->query);
  } else if (const auto* const one = If<InsertStatement>(statement)) {
    Note(one->target.table, touched.writes);
    reader.Read(one->query);
  } else if (const auto* const insert = If<MultiInsertStatement>(statement)) {
    for (const auto& branch : insert->branches) Note(branch.target.table, touched.writes);
    reader.With(insert->with);
    if (insert->source != nullptr) reader.Read(*insert->source);
    for (const auto& branch : insert->branches) reader.Read(branch.query);
  } else if (const auto* const change = If<RowChangeStatement>(statement)) {
    Note(change->table, touched.writes);
    Note(change->table, touched.reads);
    if (change->source != nullptr) reader.Read(*change->source);
    reader.Condition(change->condition.get());
  } else if (const auto* const create = If<CreateTableStatement>(statement)) {
    Note(create->table, touched.writes);
    if (create->like) Note(*create->like, touched.reads);
    if (create->as_query != nullptr) reader.Read(*create->as_query);
  } else if (const auto* const view = If<CreateViewStatement>(statement)) {
    Note(view->view, touched.writes);
    if (view->query != nullptr) reader.Read(*view->query);
  } else if (const auto* const load = If<LoadStatement>(statement)) {
    Note(load->insert.target.table, touched.writes);
  } else if (const auto* const unload = If<UnloadStatement>(statement)) {
    reader.Read(*unload->query);
  } else if (const auto* const repair = If<RepairStatement>(statement)) {
    Note(repair->table, touched.writes);
  } else if (const auto* const alter_view = If<AlterViewStatement>(statement)) {
    Note(alter_view->view, touched.writes);
    if (alter_view->query != nullptr) reader.Read(*alter_view->query);
  } else if (const auto* const transfer = If<TransferStatement>(statement)) {
    const bool table = !transfer->project && transfer->name.has_value();
    if (table) Note(*transfer->name, transfer->import ? touched.writes : touched.reads);
  } else if (const auto* const drop = If<DropTableStatement>(statement)) {
    Note(drop->table, touched.writes);
  } else if (const auto* const drop_view = If<DropViewStatement>(statement)) {
    Note(drop_view->view, touched.writes);
  } else if (const auto* const restore = If<RestoreTableStatement>(statement)) {
    Note(restore->new_name.value_or(restore->table), touched.writes);
  } else if (const auto* const truncate = If<TruncateTableStatement>(statement)) {
    Note(truncate->table, touched.writes);
  } else if (const auto* const stream = If<StreamStatement>(statement)) {
    Note(stream->stream, touched.writes);
    if (stream->table) Note(*stream->table, touched.reads);
  } else if (const auto* const clone = If<CloneTableStatement>(statement)) {
    Note(clone->source, touched.reads);
    Note(clone->target, touched.writes);
  } else if (const auto* const alter = If<AlterTableStatement>(statement)) {
    Note(alter->table, touched.writes);
    if (!alter->source.parts.empty()) Note(alter->source, touched.writes);
  } else if (const auto* const pai = If<PaiStatement>(statement)) {
    NotePai(*pai, components, reader, touched);
  }
  return touched;
}

}  // namespace paisql::session
