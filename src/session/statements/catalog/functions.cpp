// CREATE FUNCTION of a class in Python.

#include <tuple>

#include "base/text.h"
#include "functions/function.h"
#include "session/function_signature.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "store/function_catalog.h"
#include "store/transaction.h"
#include "syntax/statements/functions.h"

namespace paisql::session {
namespace {

// A resource as the session would name it: PyODPS and the client write the project in front.
std::string NameOfResource(const std::string& written) {
  constexpr std::string_view kFolder = "/resources/";
  const size_t folder = written.find(kFolder);
  if (folder == std::string::npos) return written;
  return written.substr(0, folder) + ":" + written.substr(folder + kFolder.size());
}

Result<std::vector<store::Resource>> FindResources(const syntax::CreateFunctionStatement& statement,
                                                   store::UserFunction& function, Run& run) {
  std::vector<store::Resource> resources;
  for (const syntax::Word& word : statement.resources) {
    const std::string name = NameOfResource(word.text);
    PAISQL_ASSIGN(store::Resource resource, FindResource(name, word.range, run));
    if (resource.kind == store::ResourceKind::kJar) {
      return Error{ErrorCode::kUnsupported,
                   "functions in Java are not supported: " + resource.name + " is a JAR",
                   word.range, "write the class in Python: ADD PY module.py"};
    }
    function.resources.push_back(name);
    resources.push_back(std::move(resource));
  }
  return resources;
}

Status CheckClass(const syntax::Word& name) {
  const size_t dot = name.text.find('.');
  const bool has_class = dot != std::string::npos && dot > 0 && name.text.back() != '.';
  if (has_class && name.text.find_first_of("/\\ ,") == std::string::npos) return Status::Ok();
  return Error{ErrorCode::kSemantic, "'" + name.text + "' is not the name of a class", name.range,
               "write 'module.Class', where the module is a resource without .py"};
}

}  // namespace

Status RunCreateFunction(const syntax::CreateFunctionStatement& statement, Run& run) {
  State& state = run.state;
  store::UserFunction function;
  std::tie(function.project, function.name) = PlaceAndName(statement.name, run);
  const SourceRange& range = statement.name.range;
  function.class_name = statement.class_name.text;
  PAISQL_TRY(CheckClass(statement.class_name));
  if (statement.if_not_exists) {
    PAISQL_ASSIGN_AT(range, const std::optional<store::UserFunction> known,
                     store::FunctionCatalog(state.catalog()).Find(function.project, function.name));
    if (known.has_value()) {
      run.out.Done();
      return Status::Ok();
    }
  }
  PAISQL_ASSIGN(const std::vector<store::Resource> resources,
                FindResources(statement, function, run));
  const Status read = ReadSignature(resources, state, function);
  PAISQL_TRY(state.CheckInterrupted());
  // The function is made all the same: its resources may be replaced before somebody calls it.
  if (!read.ok()) run.out.Warn(statement.class_name.range, read.error().detail);
  if (functions::FindFunction(function.name) != nullptr) {
    run.out.Warn(range, "function " + function.name + " hides the built-in one of its name");
  }
  PAISQL_TRY_AT(range, store::RetryOnConflict([&] {
                  store::CatalogTransaction transaction = state.catalog().Begin();
                  transaction.Add(store::change::CreateFunction{function, statement.or_replace});
                  return transaction.Commit();
                }));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
