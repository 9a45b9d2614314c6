// CREATE, RELOAD and DROP FUNCTION.

#include <tuple>

#include "analysis/expression/calls/user_calls.h"
#include "base/text.h"
#include "functions/function.h"
#include "session/function_signature.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "store/transaction.h"
#include "syntax/statements/functions.h"

namespace paisql::session {
namespace {

// A resource as the session would name it: clients write "project/resources/" or
// "project/schemas/schema/resources/" in front.
std::string NameOfResource(const std::string& written) {
  constexpr std::string_view kFolder = "/resources/";
  constexpr std::string_view kSchemas = "/schemas/";
  const size_t folder = written.find(kFolder);
  if (folder == std::string::npos) return written;
  std::string place = written.substr(0, folder);
  if (const size_t schemas = place.find(kSchemas); schemas != std::string::npos) {
    place = store::PlaceText(place.substr(0, schemas), place.substr(schemas + kSchemas.size()));
  }
  return place + ":" + written.substr(folder + kFolder.size());
}

Result<std::vector<store::Resource>> FindResources(const syntax::CreateFunctionStatement& statement,
                                                   store::UserFunction& function, Run& run) {
  std::vector<store::Resource> resources;
  for (const syntax::Word& word : statement.resources) {
    const std::string name = NameOfResource(word.text);
    PAISQL_ASSIGN(store::Resource resource, FindResource(name, word.range, run));
    function.resources.push_back(name);
    resources.push_back(std::move(resource));
  }
  return resources;
}

Status CheckClass(const syntax::Word& name) {
  const size_t dot = name.text.find('.');
  const bool has_class = dot != std::string::npos && dot > 0 && name.text.back() != '.';
  if (has_class && name.text.find_first_of("/\\ ,") == std::string::npos) return Status::Ok();
  return Error{
      ErrorCode::kSemantic, "'" + name.text + "' is not the name of a class", name.range,
      "write 'module.Class', where the module is a resource without .py, or the whole name of "
      "a class in a JAR"};
}

// The code of the statement, else that of its whole script.
Status TakeCodes(const syntax::CreateFunctionStatement& statement, const State& state,
                 store::UserFunction& function) {
  const bool own = !statement.codes.empty();
  if (!own && state.script_codes == nullptr && statement.resources.empty()) {
    return Error{ErrorCode::kSemantic, "function " + function.name + " has no resources",
                 statement.class_name.range,
                 "write USING 'module.py', or USING #CODE …; a code block at the end of the text "
                 "needs script mode: SET odps.sql.submit.mode=script;"};
  }
  if (own) {
    for (const syntax::CodeBlock& code : statement.codes) {
      function.codes.push_back({code.file_name, code.text});
    }
  } else if (state.script_codes != nullptr) {
    for (const syntax::CodeBlock& code : *state.script_codes) {
      function.codes.push_back({code.file_name, code.text});
    }
  }
  return Status::Ok();
}

// Those of the row, as they are now.
Result<std::vector<store::Resource>> ResourcesOf(const store::UserFunction& function,
                                                 const SourceRange& range, Run& run) {
  std::vector<store::Resource> resources;
  for (const std::string& name : function.resources) {
    const bool elsewhere = name.find(':') != std::string::npos;
    PAISQL_ASSIGN(store::Resource resource,
                  FindResource(elsewhere ? name : function.project + ":" + name, range, run));
    resources.push_back(std::move(resource));
  }
  return resources;
}

// A temporary function replaces one of its name, so that a script can run again in its session.
Status MakeTemporary(const syntax::CreateFunctionStatement& statement, Run& run,
                     store::UserFunction& function) {
  if (statement.name.parts.size() > 1) {
    return Error{ErrorCode::kSemantic, "a temporary function is of no project",
                 statement.name.range, "write its name alone"};
  }
  PAISQL_TRY_AT(statement.name.range, run.state.MakeTemporaryPlace());
  function.project = run.state.Names().TemporaryPlace();
  for (std::string& name : function.resources) {
    if (name.find(':') == std::string::npos) name = run.state.Place() + ":" + name;
  }
  return Status::Ok();
}

Status KeepFunction(store::UserFunction function, bool replace, const SourceRange& range,
                    Run& run) {
  PAISQL_TRY_AT(range, store::RetryOnConflict([&] {
                  store::CatalogTransaction transaction = run.state.catalog().Begin();
                  transaction.Add(store::change::CreateFunction{function, replace});
                  return transaction.Commit();
                }));
  return Status::Ok();
}

Status DropTemporary(const syntax::DropFunctionStatement& statement, Run& run) {
  const syntax::QualifiedName& name = statement.name;
  const std::string& called = name.parts.back().text;
  PAISQL_ASSIGN_AT(name.range, const std::optional<store::UserFunction> function,
                   FindTemporary(name, run));
  if (function.has_value() && !statement.macro) {
    store::CatalogTransaction transaction = run.state.catalog().Begin();
    transaction.Add(store::change::DropFunction{function->id});
    PAISQL_TRY_AT(name.range, transaction.Commit());
    run.out.Done();
    return Status::Ok();
  }
  analysis::Variables left;
  if (run.state.script_variables != nullptr) left = *run.state.script_variables;
  if (left.erase(analysis::FunctionKey(called)) == 0 && !statement.if_exists) {
    const std::string what = statement.macro ? "macro " : "temporary function ";
    return Error{ErrorCode::kSemantic, what + called + " cannot be resolved", name.range,
                 statement.macro ? "CREATE TEMPORARY MACRO makes one for the session"
                                 : "CREATE TEMPORARY FUNCTION makes one for the session"};
  }
  run.state.script_variables = std::make_shared<const analysis::Variables>(std::move(left));
  run.out.Done();
  return Status::Ok();
}

}  // namespace

Result<std::optional<store::UserFunction>> FindTemporary(const syntax::QualifiedName& name,
                                                         Run& run) {
  const std::string place = run.state.Names().TemporaryPlace();
  if (name.parts.size() > 1 || place.empty()) return std::optional<store::UserFunction>();
  return store::FunctionCatalog(run.state.catalog()).Find(place, name.parts.back().text);
}

Result<std::optional<store::UserFunction>> FindFunction(const syntax::QualifiedName& name,
                                                        Run& run) {
  PAISQL_ASSIGN_AT(name.range, std::optional<store::UserFunction> own, FindTemporary(name, run));
  if (own.has_value()) return own;
  const auto [place, called] = PlaceAndName(name, run);
  PAISQL_ASSIGN_AT(name.range, std::optional<store::UserFunction> found,
                   store::FunctionCatalog(run.state.catalog()).Find(place, called));
  return found;
}

Status RunCreateFunction(const syntax::CreateFunctionStatement& statement, Run& run) {
  State& state = run.state;
  store::UserFunction function;
  std::tie(function.project, function.name) = PlaceAndName(statement.name, run);
  const SourceRange& range = statement.name.range;
  function.class_name = statement.class_name.text;
  PAISQL_TRY(CheckClass(statement.class_name));
  if (statement.if_not_exists) {
    PAISQL_ASSIGN_AT(
        range, const std::optional<store::UserFunction> known,
        statement.temporary
            ? FindTemporary(statement.name, run)
            : store::FunctionCatalog(state.catalog()).Find(function.project, function.name));
    if (known.has_value()) {
      run.out.Done();
      return Status::Ok();
    }
  }
  PAISQL_TRY(TakeCodes(statement, state, function));
  PAISQL_ASSIGN(const std::vector<store::Resource> resources,
                FindResources(statement, function, run));
  Status read = ReadSignature(resources, state, function);
  if (read.ok()) read = analysis::CheckSignature(function);
  PAISQL_TRY(state.CheckInterrupted());
  // The function is made all the same: its resources may be replaced before somebody calls it.
  if (!read.ok()) run.out.Warn(statement.class_name.range, read.error().detail);
  if (functions::FindFunction(function.name) != nullptr) {
    run.out.Warn(range, "function " + function.name + " hides the built-in one of its name");
  }
  if (statement.temporary) PAISQL_TRY(MakeTemporary(statement, run, function));
  PAISQL_TRY(
      KeepFunction(std::move(function), statement.or_replace || statement.temporary, range, run));
  run.out.Done();
  return Status::Ok();
}

Status RunReloadFunction(const syntax::ReloadFunctionStatement& statement, Run& run) {
  const SourceRange& range = statement.name.range;
  PAISQL_ASSIGN(std::optional<store::UserFunction> function, FindFunction(statement.name, run));
  if (!function.has_value()) {
    return Error{ErrorCode::kSemantic,
                 "function " + statement.name.ToString() + " cannot be resolved", range,
                 "LIST FUNCTIONS; shows the functions"};
  }
  PAISQL_ASSIGN(const std::vector<store::Resource> resources, ResourcesOf(*function, range, run));
  PAISQL_TRY_AT(range, ReadSignature(resources, run.state, *function));
  PAISQL_TRY_AT(range, analysis::CheckSignature(*function));
  PAISQL_TRY(KeepFunction(*std::move(function), true, range, run));
  run.out.Done();
  return Status::Ok();
}

Status RunDropFunction(const syntax::DropFunctionStatement& statement, Run& run) {
  if (statement.temporary) return DropTemporary(statement, run);
  const auto [place, function_name] = PlaceAndName(statement.name, run);
  PAISQL_ASSIGN_AT(statement.name.range, const std::optional<store::UserFunction> function,
                   store::FunctionCatalog(run.state.catalog()).Find(place, function_name));
  if (function.has_value()) {
    store::CatalogTransaction transaction = run.state.catalog().Begin();
    transaction.Add(store::change::DropFunction{function->id});
    PAISQL_TRY_AT(statement.name.range, transaction.Commit());
    run.out.Done();
    return Status::Ok();
  }
  syntax::QualifiedName name = statement.name;
  name.parts.back().text = analysis::FunctionKey(name.parts.back().text);
  const Result<store::Table> row = analysis::ResolveTable(name, run.state.MakeContext());
  if (row.ok()) {
    PAISQL_TRY_AT(statement.name.range, run.state.catalog().DropTable(row->id, true));
  } else if (!statement.if_exists) {
    return Error{ErrorCode::kSemantic,
                 "function " + statement.name.ToString() + " cannot be resolved",
                 statement.name.range, "LIST FUNCTIONS; shows the functions"};
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
