#include "session/statements/scripts/rules.h"

#include <algorithm>

#include "syntax/statements/commands.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/show.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): its nodes are all that is here

Error Misplaced(const Statement& statement, std::string detail, std::string hint) {
  return {ErrorCode::kSemantic, std::move(detail), statement.range, std::move(hint)};
}

constexpr const char* kSerial =
    "or SET odps.sql.step.script.mode=true; to run one statement after another";

class Rules {
 public:
  explicit Rules(bool serial) : serial_(serial) {}

  Status Check(const Step& step) {
    switch (step.kind) {
      case StepKind::kStatement:
        return Check(*As<StatementStep>(step).statement);
      case StepKind::kAssign:
        return Status::Ok();
      case StepKind::kBlock:
        for (const StepPtr& inner : As<BlockStep>(step).steps) PAISQL_TRY(Check(*inner));
        return Status::Ok();
      case StepKind::kIf: {
        // One branch runs.
        const auto& node = As<IfStep>(step);
        const size_t before = shown_;
        PAISQL_TRY(Check(*node.then));
        if (node.otherwise == nullptr) return Status::Ok();
        const size_t after = std::exchange(shown_, before);
        PAISQL_TRY(Check(*node.otherwise));
        shown_ = std::max(shown_, after);
        return Status::Ok();
      }
      case StepKind::kLoop: {
        ++loops_;
        PAISQL_TRY(Check(*As<LoopStep>(step).body));
        --loops_;
        return Status::Ok();
      }
    }
    return Status::Ok();
  }

 private:
  Status Check(const Statement& statement) {
    const StatementKind kind = KindOf(statement);
    if (kind == StatementKind::kElse) {
      const bool set = IsA<SetStatement>(statement);
      return Misplaced(statement,
                       set ? "SET must come before the other statements of a script"
                           : "this statement may not stand in a script",
                       set ? "move it to the begin of the text"
                           : "run it before the script or after it, on its own");
    }
    if (serial_ || kind == StatementKind::kVariables) return Status::Ok();
    if (made_table_) {
      return Misplaced(statement, "CREATE TABLE AS must be the last statement of a script",
                       std::string("make the table first and INSERT into it, ") + kSerial);
    }
    switch (kind) {
      case StatementKind::kDdl:
        if (!wrote_) return Status::Ok();
        return Misplaced(statement, "in a script DDL must come before INSERT and SELECT",
                         std::string("move it up, ") + kSerial);
      case StatementKind::kShown:
        wrote_ = true;
        if (++shown_ + loops_ <= 1) return Status::Ok();
        return Misplaced(statement, "a script may have one SELECT that shows rows",
                         "write the others into tables, or join them by UNION ALL");
      case StatementKind::kMakesTable:
        made_table_ = true;
        if (loops_ == 0) return Status::Ok();
        return Misplaced(statement, "CREATE TABLE AS may not stand in a LOOP",
                         "make the table first and INSERT into it");
      default:
        wrote_ = true;
        return Status::Ok();
    }
  }

  const bool serial_;
  bool wrote_ = false;
  bool made_table_ = false;
  size_t shown_ = 0;
  size_t loops_ = 0;
};

bool ChangesTables(const Step& step) {
  const auto any = [](const std::vector<StepPtr>& steps) {
    return std::ranges::any_of(steps, [](const StepPtr& one) { return ChangesTables(*one); });
  };
  switch (step.kind) {
    case StepKind::kStatement: {
      const Statement& statement = *As<StatementStep>(step).statement;
      if (IsA<NoEffectStatement, EmptyStatement>(statement)) return false;
      return KindOf(statement) == StatementKind::kDdl || IsA<RowChangeStatement>(statement);
    }
    case StepKind::kAssign:
      return false;
    case StepKind::kBlock:
      return any(As<BlockStep>(step).steps);
    case StepKind::kIf: {
      const auto& node = As<IfStep>(step);
      return ChangesTables(*node.then) ||
             (node.otherwise != nullptr && ChangesTables(*node.otherwise));
    }
    case StepKind::kLoop:
      return ChangesTables(*As<LoopStep>(step).body);
  }
  return false;
}

}  // namespace

bool ChangesTables(const Script& script) {
  return std::ranges::any_of(script.steps,
                             [](const StepPtr& step) { return ChangesTables(*step); });
}

StatementKind KindOf(const Statement& statement) {
  if (IsA<SelectStatement, ExplainStatement>(statement)) return StatementKind::kShown;
  if (IsA<InsertStatement, MultiInsertStatement, RowChangeStatement>(statement)) {
    return StatementKind::kDml;
  }
  if (const auto* const create = If<CreateTableStatement>(statement)) {
    return create->as_query ? StatementKind::kMakesTable : StatementKind::kDdl;
  }
  if (IsA<DropTableStatement, TruncateTableStatement, CloneTableStatement, AlterTableStatement,
          CreateViewStatement, AlterViewStatement, DropViewStatement, CreateFunctionStatement,
          ReloadFunctionStatement, CreateSqlFunctionStatement, DropFunctionStatement,
          NoEffectStatement, EmptyStatement>(statement)) {
    return StatementKind::kDdl;
  }
  const auto* const describe = If<DescribeStatement>(statement);
  const bool describes = describe != nullptr && describe->what == DescribeWhat::kVariable;
  if (describes || IsA<DropVariablesStatement>(statement)) return StatementKind::kVariables;
  return StatementKind::kElse;
}

Status CheckRules(const Script& script, bool serial) {
  Rules rules(serial);
  for (const StepPtr& step : script.steps) PAISQL_TRY(rules.Check(*step));
  return Status::Ok();
}

}  // namespace paisql::session
