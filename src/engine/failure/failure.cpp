#include "engine/failure/failure.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace paisql::engine {
namespace {

using Kind = FailureOrigin::Kind;

constexpr std::pair<Kind, std::string_view> kKindNames[] = {
    {Kind::kUnknown, ""},
    {Kind::kFunction, "function"},
    {Kind::kInside, "inside"},
    {Kind::kCast, "cast"},
    {Kind::kCastInside, "cast inside"},
    {Kind::kSubquery, "subquery"},
    {Kind::kAnyFunction, "any function"},
};

}  // namespace

std::string FailureJson(const Failure& failure) {
  std::string kind;
  for (const auto& [known, name] : kKindNames) {
    if (known == failure.origin.kind) kind = name;
  }
  const nlohmann::json told = {{"code", std::string(ErrorCodeName(failure.error.code))},
                               {"message", failure.error.detail},
                               {"hint", failure.error.hint},
                               {"raised_by", kind},
                               {"name", failure.origin.name}};
  return told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Failure> FailureFromJson(std::string_view text) {
  const nlohmann::json told = nlohmann::json::parse(text, nullptr, false);
  if (!told.is_object()) return std::nullopt;
  for (const nlohmann::json& value : told) {
    if (!value.is_string()) return std::nullopt;
  }
  const std::optional<ErrorCode> code = FindErrorCode(told.value("code", ""));
  if (!code) return std::nullopt;
  Failure failure{{*code, told.value("message", ""), {}, told.value("hint", "")}, {}};
  failure.origin.name = told.value("name", "");
  for (const auto& [kind, name] : kKindNames) {
    if (name == told.value("raised_by", "")) failure.origin.kind = kind;
  }
  return failure;
}

}  // namespace paisql::engine
