#include "session/function_signature.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/process/limited_process.h"
#include "base/result.h"

namespace paisql::session {
namespace {

using Json = nlohmann::json;

constexpr int64_t kLimitMs = 60'000;

Error Unresolved(const store::UserFunction& function, const std::string& why) {
  return {ErrorCode::kSemantic,
          fmt::format("function '{}' cannot be resolved: {}", function.name, why),
          {},
          fmt::format("its class is {}: a class in a module that has the name of a resource "
                      "without .py",
                      function.class_name)};
}

// The resources in which the module may be: a file of its name, else the archives.
std::vector<std::string> Places(const std::vector<store::Resource>& resources,
                                const std::string& class_name) {
  const std::string module = class_name.substr(0, class_name.find('.'));
  std::vector<std::string> archives;
  for (const store::Resource& resource : resources) {
    if (resource.name == module + ".py") return {resource.path};
    if (resource.kind == store::ResourceKind::kArchive) archives.push_back(resource.path);
  }
  return archives;
}

// The last line of what the program has said; what stands before it are warnings.
Json AnswerOf(std::string said) {
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return Json::parse(said.substr(said.rfind('\n') + 1), nullptr, false);
}

Result<Json> Ask(const std::string& path, const store::UserFunction& function, State& state) {
  const jobs::Installation& installation = state.options().installation;
  const Json request = {{"path", path}, {"class", function.class_name}};
  SpawnOptions options;
  // The program reads the request from its standard input. No file has it: a check may not write.
  options.command = {
      "/bin/sh", "-c", "printf %s \"$1\" | exec \"$0\" -s -P -m paisql.functions.describe",
      installation.python, request.dump(-1, ' ', false, Json::error_handler_t::replace)};
  options.environment = EnvironmentWith({{"PYTHONPATH", installation.python_folder}});
  PAISQL_ASSIGN(const LimitedAnswer ended,
                RunLimited(std::move(options), kLimitMs, state.stop_token()));
  PAISQL_TRY(state.CheckInterrupted());
  if (!ended.in_time) return Unresolved(function, "reading its module took longer than 60 seconds");
  Json answer = AnswerOf(ended.said);
  if (answer.is_object()) return answer;
  return Error{ErrorCode::kEnvironment,
               fmt::format("the module of function {} could not be read: {}", function.name,
                           ended.said.substr(0, 2000)),
               {},
               "scripts/setup installs the Python that reads it; PAISQL_PYTHON names another"};
}

}  // namespace

Status ReadSignature(const std::vector<store::Resource>& resources, State& state,
                     store::UserFunction& function) {
  function.form.clear();
  function.signature.clear();
  function.read_from.clear();
  for (const store::Resource& resource : resources) function.read_from.push_back(resource.id);
  if (state.options().installation.python.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "there is no Python for function " + function.name,
                 {},
                 "scripts/setup installs one; PAISQL_PYTHON names another"};
  }
  std::string why = "no resource has its module";
  for (const std::string& path : Places(resources, function.class_name)) {
    PAISQL_ASSIGN(const Json answer, Ask(path, function, state));
    if (answer.contains("error")) {
      why = answer.value("error", why);
      continue;
    }
    function.form = answer.value("form", "");
    const auto annotate = answer.find("annotate");
    if (annotate != answer.end() && annotate->is_string()) function.signature = *annotate;
    function.whole_columns = answer.value("batch", false);
    return Status::Ok();
  }
  return Unresolved(function, why);
}

}  // namespace paisql::session
