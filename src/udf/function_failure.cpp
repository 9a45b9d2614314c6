#include "udf/function_failure.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "workers/missing_module.h"

namespace paisql::udf {

namespace {

constexpr ErrorCode kJavaFailed = CodeOf("ODPS-0123131");

std::string TextOf(const nlohmann::json& facts, const char* name) {
  const auto found = facts.find(name);
  return found != facts.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<int64_t> NumberOf(const nlohmann::json& facts, const char* name) {
  const auto found = facts.find(name);
  if (found == facts.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<int64_t>();
}

}  // namespace

FunctionFailure ReadFailure(const workers::Frame& frame) {
  FunctionFailure failure;
  const nlohmann::json facts = nlohmann::json::parse(frame.text, nullptr, false);
  if (!facts.is_object()) {
    failure.trace = frame.text;
    return failure;
  }
  failure.trace = TextOf(facts, "trace");
  failure.type = TextOf(facts, "type");
  failure.python = TextOf(facts, "python");
  if (failure.trace.empty()) failure.trace = failure.type + ": " + TextOf(facts, "words");
  failure.file = TextOf(facts, "file");
  failure.java = TextOf(facts, "language") == "java";
  failure.line = NumberOf(facts, "line").value_or(0);
  const std::optional<int64_t> row = NumberOf(facts, "row");
  if (row.has_value() && *row >= 0) failure.row = static_cast<size_t>(*row);
  return failure;
}

Error FailureError(const FunctionFailure& failure, const std::string& values) {
  std::string detail = (failure.java ? "Traceback:\n" : "") + failure.trace;
  while (!detail.empty() && detail.back() == '\n') detail.pop_back();
  if (!failure.file.empty() && failure.line > 0) {
    detail += fmt::format("\nfile {}, line {}", failure.file, failure.line);
  }
  if (!values.empty()) detail += "\nwith the arguments " + values;
  std::string cure;
  if (!failure.python.empty()) {
    cure = workers::CureOfMissingModule(failure.trace, failure.python, "");
    if (!cure.empty()) cure += "; or put work/<its archive> before sys.path";
  }
  return Error{
      failure.java ? kJavaFailed : ErrorCode::kScript, std::move(detail), {}, std::move(cure)};
}

}  // namespace paisql::udf
