#include "session/function_signature.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/process/limited_process.h"
#include "base/result.h"
#include "base/text.h"
#include "store/function_catalog.h"
#include "workers/run_module.h"

namespace paisql::session {
namespace {

using Json = nlohmann::json;

constexpr int64_t kLimitMs = 60'000;

Error Unresolved(const store::UserFunction& function, const std::string& why,
                 const std::string& hint = "") {
  return {ErrorCode::kSemantic,
          fmt::format("function '{}' cannot be resolved: {}", function.name, why),
          {},
          hint};
}

std::string ModuleOf(const store::UserFunction& function) {
  return function.class_name.substr(0, function.class_name.find('.'));
}

std::string WithoutEnd(const std::string& name, std::string_view end) {
  return name.ends_with(end) ? name.substr(0, name.size() - end.size()) : "";
}

// The place of a class in Java.
Json Jars(const std::vector<store::Resource>& resources) {
  Json place = {{"jars", Json::array()}};
  for (const store::Resource& resource : resources) {
    if (resource.kind == store::ResourceKind::kJar) place["jars"].push_back(resource.path);
  }
  return place;
}

// What holds the class, for the program: JARs; the code of the function itself, a file of the
// module's name, else the archives.
std::vector<Json> Places(const std::vector<store::Resource>& resources,
                         const store::UserFunction& function) {
  const std::string module = ModuleOf(function);
  for (const store::FunctionCode& code : function.codes) {
    if (code.file_name == module) return {{{"text", code.text}}};
  }
  std::vector<Json> archives;
  if (store::IsInJava(resources, function.codes)) {
    archives.push_back(Jars(resources));
    return archives;
  }
  for (const store::Resource& resource : resources) {
    if (resource.name == module + ".py") return {{{"path", resource.path}}};
    const bool packed = resource.kind == store::ResourceKind::kArchive ||
                        resource.kind == store::ResourceKind::kJar;
    if (packed) archives.push_back({{"path", resource.path}});
  }
  return archives;
}

// The files from which the module may import, by their modules' names.
Json Beside(const std::vector<store::Resource>& resources) {
  Json paths = Json::object();
  for (const store::Resource& resource : resources) {
    const std::string module = WithoutEnd(resource.name, ".py");
    if (!module.empty()) paths[module] = resource.path;
  }
  return paths;
}

// The classes that may be meant where there is none of the name: those of its module, or else the
// same one in other modules.
std::string NearClass(const std::vector<store::Resource>& resources,
                      const store::UserFunction& function, const Json& answer) {
  const std::string& name = function.class_name;
  const auto told = answer.find("classes");
  if (told != answer.end() && told->is_array()) {
    return DidYouMean(name.substr(name.rfind('.') + 1), told->get<std::vector<std::string>>());
  }
  std::vector<std::string> classes;
  const auto add = [&](const std::string& module) {
    if (!module.empty()) classes.push_back(module + name.substr(ModuleOf(function).size()));
  };
  for (const store::Resource& resource : resources) add(WithoutEnd(resource.name, ".py"));
  for (const store::FunctionCode& code : function.codes) add(code.file_name);
  return DidYouMean(name, classes);
}

// What to do where there is no such class. The answer is the program's, if it was asked.
std::string Cure(const std::vector<store::Resource>& resources, const store::UserFunction& function,
                 const Json& answer) {
  const std::string file = ModuleOf(function) + ".py";
  for (const store::Resource& resource : resources) {
    if (resource.name == file && answer.value("broken", false)) {
      return fmt::format("mend the file, then replace the resource: ADD PY {} -f;", file);
    }
    if (answer.empty() && !WithoutEnd(resource.name, ".jar").empty()) {
      return fmt::format("{} was not added as a JAR: ADD JAR {} -f;", resource.name, resource.name);
    }
  }
  if (answer.value("broken", false)) return "";
  std::string near = NearClass(resources, function, answer);
  if (!near.empty()) return near;
  return fmt::format(
      "its class is {}: a class in a module that has the name of a resource without .py, or the "
      "whole name of a class in a JAR",
      function.class_name);
}

// The last line of what the program has said; what stands before it are warnings.
Json AnswerOf(std::string said) {
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return Json::parse(said.substr(said.rfind('\n') + 1), nullptr, false);
}

Result<Json> Ask(Json request, const store::UserFunction& function, State& state) {
  const jobs::Installation& installation = state.options().installation;
  request["class"] = function.class_name;
  request["confine"] = state.settings().GetBoolean("paisql.job.confine");
  SpawnOptions options;
  // The program reads the request from its standard input. No file has it: a check may not write.
  options.command = {"/bin/sh", "-c",
                     "run=$1; shift; printf %s \"$@\" | "
                     "exec \"$0\" -s -c \"$run\" paisql.functions.describe",
                     installation.python, workers::kRunModule};
  // The system limits each word of a command.
  constexpr size_t kLongestWord = 100'000;
  const std::string text = request.dump(-1, ' ', true, Json::error_handler_t::replace);
  for (size_t at = 0; at < text.size(); at += kLongestWord) {
    options.command.push_back(text.substr(at, kLongestWord));
  }
  options.environment = EnvironmentWith({{"PYTHONPATH", installation.python_folder}});
  PAISQL_ASSIGN(const LimitedAnswer ended,
                RunLimited(std::move(options), kLimitMs, state.stop_token()));
  PAISQL_TRY(state.CheckInterrupted());
  if (!ended.in_time) return Unresolved(function, "reading its class took longer than 60 seconds");
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
  Json last = Json::object();
  for (Json place : Places(resources, function)) {
    place["beside"] = Beside(resources);
    PAISQL_ASSIGN(Json answer, Ask(std::move(place), function, state));
    if (answer.contains("needs")) {
      return Error{ErrorCode::kEnvironment, answer.value("needs", ""), {}, ""};
    }
    if (answer.contains("error")) {
      why = answer.value("error", why);
      last = std::move(answer);
      continue;
    }
    function.form = answer.value("form", "");
    const auto annotate = answer.find("annotate");
    if (annotate != answer.end() && annotate->is_string()) function.signature = *annotate;
    function.whole_columns = answer.value("batch", false);
    return Status::Ok();
  }
  return Unresolved(function, why, Cure(resources, function, last));
}

}  // namespace paisql::session
