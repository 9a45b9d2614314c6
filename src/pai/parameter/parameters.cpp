#include "pai/parameter/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kPropertySetting = "odps.pai.property.";

Error Invalid(const SourceRange& range, const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, range, std::move(hint)};
}

// The parameters of the statement, and those that the session's settings add.
std::vector<syntax::PaiParameter> Given(const syntax::PaiStatement& statement,
                                        const BuildContext& context) {
  std::vector<syntax::PaiParameter> given = statement.parameters;
  if (context.settings == nullptr) return given;
  for (const auto& [key, value] : *context.settings) {
    if (!key.starts_with(kPropertySetting)) continue;
    const std::string name = key.substr(kPropertySetting.size());
    const bool own =
        std::any_of(statement.parameters.begin(), statement.parameters.end(),
                    [&name](const syntax::PaiParameter& one) { return one.key == name; });
    if (!own) given.push_back({name, value, statement.range, statement.range});
  }
  return given;
}

bool IsWholeNumber(std::string_view value, int32_t* number) {
  *number = ParseNumber<int32_t>(value).value_or(-1);
  return *number >= 0;
}

// Whether the number lies in "[1,10)" or the like.
bool IsWithin(std::string_view range, double number) {
  if (range.empty()) return true;
  const size_t comma = range.find(',');
  const std::string_view low = range.substr(1, comma - 1);
  const std::string_view high = range.substr(comma + 1, range.size() - comma - 2);
  const auto bound = [](std::string_view text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  if (!low.empty() && (range.front() == '[' ? number < bound(low) : number <= bound(low)))
    return false;
  return high.empty() || (range.back() == ']' ? number <= bound(high) : number < bound(high));
}

// A number as users write it: 5, -1, 0.5, 1e-6, also 5.0 for a whole one. nullopt for other texts.
std::optional<double> NumberOf(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::string MissedNumber(const Parameter& parameter, const std::string& value, bool whole) {
  const std::optional<double> number = NumberOf(value);
  std::string kind = whole ? "a whole number" : "a number";
  if (!number || (whole && *number != std::floor(*number))) return kind;
  return IsWithin(parameter.range, *number) ? "" : kind + " in " + std::string(parameter.range);
}

// "a, b or c"
std::string OneOf(std::vector<std::string> words) {
  const std::string last = words.back();
  words.pop_back();
  return words.empty() ? last : Join(words, ", ") + " or " + last;
}

// The form that a value of the parameter has, or "" when this one has it.
std::string MissedForm(const Parameter& parameter, const std::string& value) {
  if (const std::vector<std::string> words = WordsOf(parameter); !words.empty()) {
    const bool known = std::any_of(words.begin(), words.end(), [&value](const std::string& word) {
      return EqualsIgnoreCase(word, value);
    });
    return known ? "" : OneOf(words);
  }
  int32_t number = 0;
  switch (parameter.type) {
    case ParameterType::kNumber:
      return MissedNumber(parameter, value, false);
    case ParameterType::kInteger:
      if (!parameter.range.empty()) return MissedNumber(parameter, value, true);
      return IsWholeNumber(value, &number) ? "" : "a whole number, 0 or more";
    case ParameterType::kGpu:
      return IsWholeNumber(value, &number) && IsGpuAmount(number) ? "" : std::string(kGpuForm);
    case ParameterType::kBoolean:
      return EqualsIgnoreCase(value, "true") || EqualsIgnoreCase(value, "false") ? ""
                                                                                 : "true or false";
    case ParameterType::kArn:
      return value.starts_with("acs:ram::") && value.find(":role/") != std::string::npos
                 ? ""
                 : "acs:ram::<uid>:role/<name>";
    case ParameterType::kHost:
      return value.find_first_of("/ ?") == std::string::npos
                 ? ""
                 : "a host such as oss-cn-beijing-internal.aliyuncs.com, without http://";
    default:
      return "";
  }
}

Status CheckValue(const Parameter& parameter, const syntax::PaiParameter& given) {
  const std::string value(Trim(given.value));
  if (value.empty()) return Status::Ok();
  const std::string form = MissedForm(parameter, value);
  if (form.empty()) return Status::Ok();
  return Invalid(given.value_range, "'" + value + "' is not a value for " + given.key,
                 "write " + form);
}

// "-Dkey=" with nothing after it, not even the quotes of an empty value.
bool EndsBehindItsKey(const syntax::PaiParameter& given) {
  return given.value.empty() && given.value_range.begin < given.key_range.begin &&
         given.key_range.begin < given.value_range.end;
}

// Neither empty nor the default.
bool AsksForSomething(const Parameter& parameter, std::string_view value) {
  return !value.empty() && !EqualsIgnoreCase(value, parameter.default_value);
}

}  // namespace

Result<Parameters> Parameters::Check(const syntax::PaiStatement& statement,
                                     std::string_view algorithm, std::span<const Parameter> table,
                                     const BuildContext& context, bool any_case) {
  Parameters checked;
  checked.table_ = table;
  const std::string algorithm_name(algorithm);
  for (syntax::PaiParameter& one : Given(statement, context)) {
    const Parameter* parameter = FindParameter(table, one.key, any_case);
    if (parameter == nullptr) {
      std::string hint = DidYouMean(one.key, ParameterNames(table));
      if (hint.empty()) hint = "HELP PAI " + algorithm_name + "; lists its parameters";
      return Invalid(one.key_range,
                     "algorithm " + algorithm_name + " has no parameter '" + one.key + "'", hint);
    }
    PAISQL_TRY(CheckValue(*parameter, one));
    if (EndsBehindItsKey(one)) {
      checked.notes_.push_back("-D" + one.key +
                               " has no value: blanks and -- outside quotes end it");
    }
    if (!parameter->used() && AsksForSomething(*parameter, Trim(one.value))) {
      checked.notes_.push_back("-D" + one.key +
                               " has no effect here: " + std::string(parameter->no_effect));
    }
    one.key = parameter->name;
    const std::string key = one.key;
    const SourceRange range = one.key_range;
    if (!checked.values_.emplace(key, std::move(one)).second) {
      return Invalid(range, "parameter '" + key + "' is given twice", "leave one of them out");
    }
  }
  for (const Parameter& parameter : table) {
    if (!parameter.required || checked.Find(parameter.name) != nullptr) continue;
    const std::string name(parameter.name);
    const SourceRange range = statement.name.has_value() ? statement.name->range : statement.range;
    return Invalid(range, "parameter '" + name + "' is missing",
                   "add -D" + name + "=<" + std::string(TypeText(parameter.type)) +
                       ">: " + std::string(parameter.help));
  }
  return checked;
}

const syntax::PaiParameter* Parameters::Find(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() || Trim(found->second.value).empty() ? nullptr : &found->second;
}

bool Parameters::IsEmpty(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found != values_.end() && Trim(found->second.value).empty();
}

int64_t Parameters::Number(std::string_view name) const {
  const syntax::PaiParameter* const given = Find(name);
  const Parameter* const row = FindParameter(table_, name);
  std::string_view value = row == nullptr ? "" : row->default_value;
  if (given != nullptr) value = Trim(given->value);
  int64_t number = 0;
  const char* const end = value.data() + value.size();
  if (std::from_chars(value.data(), end, number).ptr == end) return number;
  return static_cast<int64_t>(NumberOf(value).value_or(0));  // 5.0 is a whole number, too
}

std::string Parameters::Word(std::string_view name) const {
  const syntax::PaiParameter* const given = Find(name);
  if (given != nullptr) return ToLower(Trim(given->value));
  const Parameter* const row = FindParameter(table_, name);
  return row == nullptr ? "" : ToLower(row->default_value);
}

double Parameters::Decimal(std::string_view name) const { return NumberOf(Text(name)).value_or(0); }

std::string Parameters::Text(std::string_view name) const {
  const syntax::PaiParameter* const given = Find(name);
  if (given != nullptr) return std::string(Trim(given->value));
  const Parameter* const row = FindParameter(table_, name);
  return row == nullptr ? "" : std::string(row->default_value);
}

bool Parameters::IsTrue(std::string_view name) const {
  return EqualsIgnoreCase(Text(name), "true");
}

SourceRange Parameters::PlaceOf(std::string_view name) const {
  const syntax::PaiParameter* const given = Find(name);
  return given == nullptr ? SourceRange{} : given->value_range;
}

}  // namespace paisql::pai
