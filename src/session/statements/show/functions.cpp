// SHOW, LIST and DESC of functions: those of users and the built-in ones.

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/text.h"
#include "functions/examples.h"
#include "functions/function.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "store/catalog_names.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "syntax/statements/show.h"

namespace paisql::session {
namespace {

constexpr size_t kTextWidth = 100;
constexpr size_t kExampleWidth = 1000;

bool IsAsked(const syntax::ShowStatement& statement, std::string_view name) {
  return statement.pattern.empty() || MatchesStarPattern(statement.pattern, name);
}

// The SQL functions of a place, as the views beside which they are kept.
Result<std::vector<store::Table>> SqlFunctions(const syntax::ShowStatement& statement,
                                               const std::string& place, Run& run) {
  constexpr int kPatienceMs = 10'000;
  PAISQL_ASSIGN(const auto names, store::CatalogNames::Open(run.state.home(), kPatienceMs));
  PAISQL_ASSIGN(const std::vector<std::string> own,
                names->Functions(place, "", std::numeric_limits<int>::max()));
  std::vector<store::Table> functions;
  for (const std::string& name : own) {
    if (!IsAsked(statement, name)) continue;
    PAISQL_ASSIGN(std::optional<store::Table> row,
                  run.state.catalog().FindTable(place, analysis::FunctionKey(name)));
    if (!row.has_value()) continue;
    row->name = name;
    functions.push_back(*std::move(row));
  }
  return functions;
}

// Those in Python, the session's own first.
Result<std::vector<store::UserFunction>> UserFunctions(const syntax::ShowStatement& statement,
                                                       const std::string& place, Run& run) {
  std::vector<store::UserFunction> functions;
  const bool here = EqualsIgnoreCase(place, run.state.Place());
  for (const std::string& one : {here ? run.state.Names().TemporaryPlace() : "", place}) {
    if (one.empty()) continue;
    PAISQL_ASSIGN(std::vector<store::UserFunction> found,
                  store::FunctionCatalog(run.state.catalog()).List(one));
    std::ranges::move(found, std::back_inserter(functions));
  }
  std::erase_if(functions, [&](const auto& one) { return !IsAsked(statement, one.name); });
  return functions;
}

// As the platform's client lists them.
Result<Answer> ListFunctions(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Table> in_sql, SqlFunctions(statement, place, run));
  PAISQL_ASSIGN(const std::vector<store::UserFunction> users, UserFunctions(statement, place, run));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"Name", "Owner", "Create Time", "Class", "Resources"};
  for (const store::UserFunction& one : users) {
    answer.rows.push_back({one.name, one.owner, zone.Format(one.created_ms / 1000), one.class_name,
                           Join(one.resources, ",")});
  }
  for (const store::Table& one : in_sql) {
    answer.rows.push_back({one.name, one.owner, zone.Format(one.created_ms / 1000), "", ""});
  }
  std::ranges::sort(answer.rows, {}, [](const auto& row) { return ToLower(row[0].value_or("")); });
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " functions\n";
  return answer;
}

std::string_view KindName(functions::FunctionKind kind) {
  switch (kind) {
    case functions::FunctionKind::kScalar:
      return "scalar";
    case functions::FunctionKind::kAggregate:
      return "aggregate";
    case functions::FunctionKind::kWindow:
      return "window";
    case functions::FunctionKind::kTable:
      return "table";
    case functions::FunctionKind::kOperator:
      return "operator";
  }
  PAISQL_UNREACHABLE("a kind of function without a name");
}

// The client's words first, then what the class says of itself.
Answer DescribeUserFunction(const store::UserFunction& function, Run& run) {
  std::string resources;
  for (const std::string& name : function.resources) {
    resources += (resources.empty() ? "" : ",") + name;
  }
  Facts facts;
  facts.Add("Name", function.name);
  facts.Add("Owner", function.owner);
  facts.Add("Created Time", run.state.Zone().Format(function.created_ms / 1000));
  facts.Add("Class", function.class_name);
  if (!resources.empty() || function.codes.empty()) facts.Add("Resources", resources);
  for (const store::FunctionCode& code : function.codes) facts.Add("Code", code.file_name);
  if (store::IsTemporaryPlace(function.project)) facts.Add("Temporary", "true");
  if (!function.form.empty()) facts.Add("Kind", function.form);
  if (!function.signature.empty()) facts.Add("Signature", function.signature);
  return facts.Take();
}

}  // namespace

// The functions of a place, then the built-in ones; of a project that is named its own alone.
Result<Answer> ShowFunctions(const syntax::ShowStatement& statement, Run& run) {
  if (statement.listed) return ListFunctions(statement, run);
  PAISQL_ASSIGN(const std::string place, PlaceOf(statement, run));
  Answer answer;
  answer.columns = {"function", "help"};
  const auto add = [&](std::string_view name, const std::string& help) {
    answer.rows.push_back({std::string(name), help});
    answer.text += Pad(name, 24) + " " + help + "\n";
  };
  if (!statement.built_in) {
    PAISQL_ASSIGN(const std::vector<store::Table> in_sql, SqlFunctions(statement, place, run));
    for (const store::Table& one : in_sql) add(one.name, OneLine(one.view_text, kTextWidth));
    PAISQL_ASSIGN(const std::vector<store::UserFunction> users,
                  UserFunctions(statement, place, run));
    for (const store::UserFunction& one : users) {
      const std::string_view kind = store::IsTemporaryPlace(one.project) ? "temporary " : "";
      add(one.name, std::string(kind) + one.class_name + " " + one.signature);
    }
  }
  if (!statement.in.empty()) return answer;
  for (const functions::Function* function : functions::AllFunctions()) {
    if (IsAsked(statement, function->name)) add(function->name, std::string(function->help));
  }
  return answer;
}

Result<Answer> DescribeFunction(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::optional<store::UserFunction> own, FindFunction(statement.name, run));
  if (own.has_value()) return DescribeUserFunction(*own, run);
  const std::string name = ToLower(statement.name.ToString());
  const names::Names names = run.state.Names();
  const std::optional<names::OwnedFunction> owned = names.Function(name);
  if (!owned.has_value()) {
    syntax::QualifiedName kept = statement.name;
    kept.parts.back().text = analysis::FunctionKey(kept.parts.back().text);
    const Result<store::Table> row = analysis::ResolveTable(kept, run.state.MakeContext());
    if (row.ok()) {
      Facts facts;
      facts.Add("Name", ToLower(statement.name.parts.back().text));
      facts.Add("Kind", "SQL");
      facts.Add("Owner", row->owner);
      facts.Add("Definition", row->view_text);
      return facts.Take();
    }
    return Error{ErrorCode::kSemantic, "function " + name + " cannot be resolved",
                 statement.name.range, DidYouMean(name, names.FunctionNames())};
  }
  const functions::Function* function = owned->function;
  Facts facts;
  facts.Add("Name", std::string(function->name));
  facts.Add("Help", std::string(function->help));
  if (statement.extended) {
    facts.Add("Kind", std::string(KindName(function->kind)));
    if (!function->alias_of.empty()) facts.Add("AliasOf", std::string(function->alias_of));
  }
  for (const functions::Overload& overload : function->overloads) {
    facts.Add("Signature", name + std::string(overload.signature));
  }
  const functions::FunctionExample* const example = functions::ExampleOf(function->name);
  if (statement.extended && example != nullptr) {
    facts.Add("Example", OneLine(std::string(example->statement), kExampleWidth));
  }
  return facts.Take();
}

}  // namespace paisql::session
