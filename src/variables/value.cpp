#include "variables/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "variables/time_expression.h"

namespace paisql::variables {

namespace {

// How a built-in parameter is written as a time, and by which family; "" for those that are no
// time, or not one alone.
struct System {
  std::string_view name;
  TimeFamily family;
  std::string_view time;
};

constexpr System kSystem[] = {
    {"bizdate", TimeFamily::kBizdate, "yyyymmdd"},
    {"cyctime", TimeFamily::kCyctime, "yyyymmddhh24miss"},
    {"gmtdate", TimeFamily::kBizdate, "yyyymmdd+1"},
    {"bizmonth", TimeFamily::kBizdate, ""},
    {"yyyymmdd", TimeFamily::kBizdate, "yyyymmdd"},
    {"yyyy", TimeFamily::kBizdate, "yyyy"},
    {"mm", TimeFamily::kBizdate, "mm"},
    {"dd", TimeFamily::kBizdate, "dd"},
    {"jobid", TimeFamily::kBizdate, ""},
    {"nodeid", TimeFamily::kBizdate, ""},
    {"taskid", TimeFamily::kBizdate, ""},
};

constexpr System kInjected[] = {
    {"bdp.system.bizdate", TimeFamily::kBizdate, "yyyymmdd"},
    {"bdp.system.cyctime", TimeFamily::kCyctime, "yyyymmddhh24miss"},
};

template <size_t size>
const System* FindSystem(const System (&table)[size], std::string_view name) {
  for (const System& one : table) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The word after a dollar.
std::string_view WordAfter(std::string_view text) {
  size_t end = 1;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  return text.substr(1, end - 1);
}

Error WrongValue(std::string detail, std::string hint) {
  return {ErrorCode::kParse, std::move(detail), {}, std::move(hint)};
}

Result<Value> TimeValue(std::string_view inner, TimeFamily family, const Schedule& schedule) {
  PAISQL_ASSIGN(TimeText time, EvaluateTime(inner, family, schedule));
  return Value{std::move(time.text), std::move(time.warning)};
}

// The month of the business date; in the current month, the one before.
Result<Value> BizMonth(const Schedule& schedule) {
  Schedule today = schedule;
  today.bizdate = schedule.today;
  PAISQL_ASSIGN(const Value month, TimeValue("yyyymm", TimeFamily::kBizdate, schedule));
  PAISQL_ASSIGN(const Value current, TimeValue("yyyymm", TimeFamily::kBizdate, today));
  if (month.text != current.text) return month;
  return TimeValue("yyyymm-1", TimeFamily::kBizdate, schedule);
}

Result<Value> SystemValue(const System& system, const Scope& scope) {
  if (system.name == "bizmonth") return BizMonth(scope.schedule());
  if (!system.time.empty()) return TimeValue(system.time, system.family, scope.schedule());
  std::optional<std::string> known = scope.System(system.name);
  if (known.has_value()) return Value{*std::move(known), ""};
  return WrongValue(fmt::format("${} is known within a workflow alone", system.name),
                    "give the variable a value of its own, or write $$ for a dollar");
}

Error Undefined(std::string_view name, const Scope& scope) {
  std::vector<std::string> names = scope.Names();
  for (const System& system : kInjected) names.emplace_back(system.name);
  std::string hint = DidYouMean(name, names);
  if (name == "bizdate" || name == "cyctime") {
    hint = fmt::format("--{} {} gives it, or --define {}='${}'", name,
                       name == "bizdate" ? "20251031" : "20251101023045", name, name);
  } else if (CheckName(name).ok()) {
    hint += std::string(hint.empty() ? "" : " ") +
            fmt::format(
                "--define {}=value or SETVAR {}=value; defines it, SET "
                "paisql.variables=off; leaves ${{…}} as it is",
                name, name);
  } else {
    hint =
        "a variable is written ${name}, a date ${yyyymmdd-1}, both without blanks; $${ is a "
        "plain ${";
  }
  return WrongValue(fmt::format("variable ${{{}}} is not defined", name), std::move(hint));
}

// The length of $${ and $$bizdate, which stand for the text after their first dollar.
size_t PlainLength(std::string_view text) {
  if (!text.starts_with("$$")) return 0;
  if (text.substr(1).starts_with("${")) return 3;
  const size_t length = ValueFormLength(text.substr(1));
  return length == 0 ? 0 : 1 + length;
}

// Replaces what a value may hold. `follow`: so many variables may still be followed.
class Expansion {
 public:
  Expansion(const Scope& scope, int follow) : scope_(scope), follow_(follow) {}

  Result<Value> Run(std::string_view value) {
    for (size_t at = 0; at < value.size();) {
      const std::string_view rest = value.substr(at);
      if (rest[0] != '$') {
        const size_t end = std::min(value.find('$', at), value.size());
        result_.text += value.substr(at, end - at);
        at = end;
        continue;
      }
      if (const size_t plain = PlainLength(rest); plain > 0) {
        result_.text += rest.substr(1, plain - 1);
        at += plain;
        continue;
      }
      size_t length = 0;
      PAISQL_TRY(Form(rest, length));
      if (length == 0) {
        result_.text += '$';
        length = 1;
      }
      at += length;
    }
    return std::move(result_);
  }

 private:
  // Replaces what begins with the dollar; a length of 0 means no form.
  Status Form(std::string_view rest, size_t& length) {
    if (rest.starts_with("${")) {
      const size_t end = rest.find('}');
      if (end == std::string_view::npos) {
        return WrongValue("'${' has no '}'", "$${ is a plain ${");
      }
      length = end + 1;
      return Add(Named(rest.substr(2, end - 2)));
    }
    length = ValueFormLength(rest);
    if (length == 0) return Status::Ok();
    if (rest[1] == '[') {
      return Add(TimeValue(rest.substr(2, length - 3), TimeFamily::kCyctime, scope_.schedule()));
    }
    return Add(SystemValue(*FindSystem(kSystem, WordAfter(rest)), scope_));
  }

  Result<Value> Named(std::string_view name) const {
    const Variable* variable = scope_.Find(name);
    if (variable == nullptr) return ValueOf(name, scope_);
    if (variable->literal) return Value{variable->value, ""};
    if (follow_ > 0) return Expansion(scope_, follow_ - 1).Run(variable->value);
    return WrongValue(
        fmt::format("the value of a variable may name others, as ${{{}}}, but theirs may not",
                    name),
        "write what the value is to hold into it");
  }

  Status Add(Result<Value> value) {
    if (!value.ok()) return std::move(value).error();
    result_.text += value->text;
    if (!value->warning.empty()) result_.warning = std::move(value->warning);
    return Status::Ok();
  }

  const Scope& scope_;
  int follow_;
  Value result_;
};

}  // namespace

size_t ValueFormLength(std::string_view text) {
  if (!text.starts_with('$')) return 0;
  if (text.starts_with("$[")) {
    constexpr size_t kLongest = 100;
    const size_t end = text.substr(0, kLongest).find(']');
    if (end == std::string_view::npos) return 0;
    return IsTimeExpression(text.substr(2, end - 2)) ? end + 1 : 0;
  }
  const std::string_view word = WordAfter(text);
  return FindSystem(kSystem, word) == nullptr ? 0 : word.size() + 1;
}

Result<Value> Expand(const Variable& variable, const Scope& scope) {
  if (variable.literal) return Value{variable.value, ""};
  Result<Value> value = Expansion(scope, 1).Run(variable.value);
  if (value.ok()) return value;
  Error error = std::move(value).error();
  error.detail = fmt::format("in the value of ${{{}}}: {}", variable.name, error.detail);
  return error;
}

Result<Value> ValueOf(std::string_view name, const Scope& scope) {
  if (const Variable* variable = scope.Find(name)) return Expand(*variable, scope);
  if (const System* injected = FindSystem(kInjected, name)) return SystemValue(*injected, scope);
  if (IsTimeExpression(name)) return TimeValue(name, TimeFamily::kBizdate, scope.schedule());
  return Undefined(name, scope);
}

}  // namespace paisql::variables
