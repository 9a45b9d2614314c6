#include "base/text.h"
#include "session/data_flow.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "store/materialized.h"
#include "store/transaction.h"
#include "syntax/definition.h"

namespace paisql::session {

namespace {

// Makes or replaces the view as it is asked for. What is there is looked up first, so another
// session may come in between: then it is an error of which IsConflict is true.
template <typename Statement>
Status Create(const Statement& statement, const store::Table& view, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::optional<store::Table> existing,
                catalog.FindTable(view.project, view.name));
  if (existing.has_value() && statement.if_not_exists) return Status::Ok();
  if (existing.has_value() && statement.or_replace) {
    if (existing->kind != store::TableKind::kView) {
      return Error{ErrorCode::kInvalidObjectType,
                   existing->QualifiedName() + " is a table",
                   {},
                   "drop the table, or choose another name for the view"};
    }
    return catalog.ReplaceView(existing->id, view);
  }
  const Result<store::Table> created = catalog.CreateTable(view);
  if (created.ok()) return Status::Ok();
  Error error = created.error();
  const bool came_between = !existing.has_value() && error.code == ErrorCode::kTableExists;
  if (came_between && (statement.if_not_exists || statement.or_replace)) {
    error.about.kind = ErrorSubject::Kind::kConflict;
  }
  return error;
}

Status CommentColumn(const syntax::AlterViewStatement& statement, const store::Table& view,
                     store::Catalog& catalog) {
  const SourceRange& range = statement.column.range;
  std::vector<std::string> names;
  for (const store::Column& column : view.columns) {
    names.push_back(column.name);
    if (!EqualsIgnoreCase(column.name, statement.column.text)) continue;
    PAISQL_TRY_AT(range, catalog.SetColumnComment(view.id, column.id, statement.comment));
    return Status::Ok();
  }
  return Error{ErrorCode::kInvalidColumn, "column " + statement.column.text + " cannot be resolved",
               range, DidYouMean(statement.column.text, names)};
}

// The text of a macro was changed: errors and warnings are at its whole expression.
Result<store::Table> AnalyzeFunction(const syntax::CreateSqlFunctionStatement& statement,
                                     const std::string& text, analysis::AnalysisContext& context) {
  if (statement.macro.empty()) return analysis::AnalyzeCreateFunction(statement, text, context);
  syntax::CreateSqlFunctionStatement function;
  function.range = statement.range;
  function.temporary = true;
  function.name = statement.name;
  function.definition_range = {0, statement.macro.size(), 1, 1};
  Result<store::Table> row = analysis::AnalyzeCreateFunction(function, statement.macro, context);
  for (analysis::Warning& warning : context.warnings) warning.range = statement.definition_range;
  if (row.ok()) return row;
  Error error = std::move(row).error();
  error.range = statement.definition_range;
  for (Error& other : error.others) other.range = statement.definition_range;
  return error;
}

}  // namespace

Status RunCreateView(const syntax::CreateViewStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  // A view outlives the session and what the session keeps.
  context.ForgetSession();
  PAISQL_ASSIGN(const analysis::CreateViewPlan plan,
                analysis::AnalyzeCreateView(statement, run.text, context));
  const store::Table& view = plan.view;
  ShowWarnings(context, run.out);
  if (TellsFlow(run)) {
    DataFlow flow = FlowOf("CREATE VIEW", *plan.root, context);
    flow.writes.push_back({view.QualifiedName(), ""});
    run.out.Flow(flow);
  }
  const SourceRange& range = statement.view.range;
  PAISQL_TRY_AT(range,
                store::RetryOnConflict([&] { return Create(statement, view, state.catalog()); }));
  run.out.Done();
  return Status::Ok();
}

Status RunAlterView(const syntax::AlterViewStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  context.ForgetSession();
  const SourceRange& range = statement.view.range;
  PAISQL_ASSIGN(store::Table view, analysis::ResolveTable(statement.view, context));
  if (view.kind != store::TableKind::kView) {
    const bool materialized = store::IsMaterialized(view);
    return Error{ErrorCode::kInvalidObjectType,
                 view.QualifiedName() + (materialized ? " is a materialized view" : " is a table"),
                 range, materialized ? "use ALTER MATERIALIZED VIEW" : "use ALTER TABLE"};
  }
  switch (statement.action) {
    case syntax::AlterViewAction::kRename:
      PAISQL_TRY(analysis::CheckNewObjectName(statement.new_name));
      PAISQL_TRY_AT(range, state.catalog().RenameTable(view.id, statement.new_name.text));
      break;
    case syntax::AlterViewAction::kSetComment:
      PAISQL_TRY_AT(range, state.catalog().SetTableComment(view.id, statement.comment));
      break;
    case syntax::AlterViewAction::kSetQuery: {
      PAISQL_ASSIGN(const analysis::CreateViewPlan plan,
                    analysis::AnalyzeAlterView(statement, view, run.text, context));
      ShowWarnings(context, run.out);
      PAISQL_TRY_AT(range, state.catalog().ReplaceView(view.id, plan.view));
      break;
    }
    case syntax::AlterViewAction::kChangeOwner: {
      store::CatalogTransaction transaction = state.catalog().Begin();
      transaction.Add(store::change::SetOwner{view.id, statement.owner});
      PAISQL_TRY_AT(range, transaction.Commit());
      break;
    }
    case syntax::AlterViewAction::kSetProperties:
      for (const auto& [key, property] : statement.properties) {
        context.warnings.push_back(
            {property.range, "the table property '" + key + "' has no effect"});
      }
      ShowWarnings(context, run.out);
      break;
    case syntax::AlterViewAction::kCommentColumn:
      PAISQL_TRY(CommentColumn(statement, view, state.catalog()));
      break;
  }
  run.out.Done();
  return Status::Ok();
}

// A function is kept beside the views, under a name that no view may have.
Status RunCreateSqlFunction(const syntax::CreateSqlFunctionStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  if (!statement.temporary) context.ForgetSession();
  PAISQL_ASSIGN(const store::Table row, AnalyzeFunction(statement, run.text, context));
  ShowWarnings(context, run.out);
  const SourceRange& range = statement.name.range;
  if (statement.temporary) {
    PAISQL_ASSIGN(syntax::Definition definition,
                  syntax::ParseDefinition(row.view_text, &state.leash()));
    auto variables = state.script_variables == nullptr
                         ? std::make_shared<analysis::Variables>()
                         : std::make_shared<analysis::Variables>(*state.script_variables);
    analysis::Variable variable;
    variable.name = statement.name.parts.back().text;
    variable.definition = std::make_shared<const syntax::Definition>(std::move(definition));
    (*variables)[row.name] = std::make_shared<const analysis::Variable>(std::move(variable));
    state.script_variables = std::move(variables);
  } else {
    Status made = store::RetryOnConflict([&] { return Create(statement, row, state.catalog()); });
    if (!made.ok() && made.error().code == ErrorCode::kTableExists) {
      return Error{ErrorCode::kSemantic,
                   "function " + statement.name.ToString() + " already exists", range,
                   "CREATE OR REPLACE SQL FUNCTION replaces it"};
    }
    PAISQL_TRY_AT(range, std::move(made));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
