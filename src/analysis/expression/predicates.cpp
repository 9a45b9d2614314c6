// BETWEEN, IN lists, IS, CASE and CAST.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "analysis/expression/absent.h"
#include "analysis/expression/doubts.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "plan/traverse.h"
#include "types/decimal_rules.h"
#include "types/time/time_text.h"

namespace paisql::analysis {

Result<plan::ExpressionPtr> ExpressionAnalyzer::Between(const syntax::Between& node) {
  plan::ExpressionPtr operand = Analyze(*node.operand);
  plan::ExpressionPtr low = Analyze(*node.low);
  plan::ExpressionPtr high = Analyze(*node.high);
  const std::optional<DataType> low_type = ComparisonType(operand->type, low->type, state_.types());
  const std::optional<DataType> high_type =
      ComparisonType(operand->type, high->type, state_.types());
  plan::ExpressionPtr result;
  if (low_type && high_type && *low_type == *high_type) {
    const DataType type = Storable(*low_type);
    std::vector<plan::ExpressionPtr> arguments;
    arguments.push_back(CoerceTo(state_, std::move(operand), type));
    arguments.push_back(CoerceTo(state_, std::move(low), type));
    arguments.push_back(CoerceTo(state_, std::move(high), type));
    PAISQL_ASSIGN(result, MakeOperator(state_, "between", std::move(arguments), node.range));
  } else {
    // Each bound is compared in a type of its own.
    PAISQL_ASSIGN(plan::ExpressionPtr copy, CopyOperand(state_, *operand));
    PAISQL_ASSIGN(plan::ExpressionPtr above,
                  MakeComparison(state_, ">=", std::move(operand), std::move(low), node.range));
    PAISQL_ASSIGN(plan::ExpressionPtr below,
                  MakeComparison(state_, "<=", std::move(copy), std::move(high), node.range));
    PAISQL_ASSIGN(result,
                  MakeOperator(state_, "and", std::move(above), std::move(below), node.range));
  }
  return node.negated ? Not(std::move(result), node.range) : std::move(result);
}

namespace {

// CAST('42' AS DOUBLE) as 42.0, where every mode makes the same number of the text.
plan::ExpressionPtr WithoutCast(plan::ExpressionPtr item) {
  constexpr size_t kExactDigits = 15;
  if (item->kind != plan::ExpressionKind::kCast || item->type.id() != TypeId::kDouble) return item;
  const plan::Expression& operand = *plan::As<plan::Cast>(*item).operand;
  if (operand.kind != plan::ExpressionKind::kConstant) return item;
  const Value& value = plan::As<plan::Constant>(operand).value;
  if (value.is_null() || !value.type.IsText()) return item;
  const std::string& digits = value.as_text();
  if (digits.empty() || digits.size() > kExactDigits ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    return item;
  }
  const auto number = static_cast<double>(ParseNumber<int64_t>(digits).value_or(0));
  return MakeConstant(Value::Double(number), item->range);
}

// Says a warning that holds for each item of a long list once.
void DropRepeatedWarning(State& state, size_t before) {
  auto& warnings = state.context.warnings;
  if (before > 0 && warnings.size() == before + 1 &&
      warnings[before].text == warnings[before - 1].text) {
    warnings.pop_back();
  }
}

}  // namespace

Result<plan::ExpressionPtr> ExpressionAnalyzer::InList(const syntax::InList& node) {
  WarnOfDoubts(state_, scope_, node);
  plan::ExpressionPtr operand = Analyze(*node.operand);
  std::vector<plan::ExpressionPtr> arguments;
  DataType type = operand->type;
  arguments.push_back(std::move(operand));
  node.ForEach([&](const syntax::Expression& item) {
    plan::ExpressionPtr value = Analyze(item);
    const std::optional<DataType> common = ComparisonType(type, value->type, state_.types());
    const bool same = value->type == arguments[0]->type || value->type.id() == TypeId::kVoid ||
                      arguments[0]->type.id() == TypeId::kVoid;
    if (IsFailed(type) || IsFailed(value->type)) return true;
    if (!common || (!state_.types().odps2 && !same)) {
      state_.errors.Add(Error{
          ErrorCode::kInvalidArgumentType,
          fmt::format("invalid operand types {} and {} for operator IN",
                      arguments[0]->type.ToString(), value->type.ToString()),
          value->range,
          common ? "with odps.sql.type.system.odps2=false all must have one type" : "use CAST"});
      return true;
    }
    type = *common;
    arguments.push_back(std::move(value));
    return true;
  });
  type = Storable(type);
  const bool is_long = node.middle.run_at > 0;
  for (plan::ExpressionPtr& argument : arguments) {
    const size_t warned = state_.context.warnings.size();
    argument = CoerceTo(state_, std::move(argument), type);
    if (!is_long) continue;
    argument = WithoutCast(std::move(argument));
    DropRepeatedWarning(state_, warned);
  }
  // All items have the type of the first one, so it speaks for them in the choice of the overload.
  std::vector<plan::ExpressionPtr> rest;
  if (is_long && arguments.size() > 2) {
    rest.assign(std::make_move_iterator(arguments.begin() + 2),
                std::make_move_iterator(arguments.end()));
    arguments.resize(2);
  }
  PAISQL_ASSIGN(plan::ExpressionPtr result,
                MakeOperator(state_, "in", std::move(arguments), node.range));
  if (!rest.empty() && result->kind == plan::ExpressionKind::kCall) {
    std::vector<plan::ExpressionPtr>& all = plan::As<plan::Call>(*result).arguments;
    all.reserve(rest.size() + 2);
    for (plan::ExpressionPtr& item : rest) {
      all.push_back(CoerceTo(state_, std::move(item), all[1]->type));
    }
  }
  return node.negated ? Not(std::move(result), node.range) : std::move(result);
}

// NOT in front is the negation of the whole.
Result<plan::ExpressionPtr> ExpressionAnalyzer::LikeList(const syntax::LikeList& node) {
  plan::ExpressionPtr operand = Analyze(*node.operand);
  std::vector<plan::ExpressionPtr> terms;
  for (const syntax::ExpressionPtr& pattern : node.patterns) {
    std::vector<plan::ExpressionPtr> arguments;
    PAISQL_ASSIGN(plan::ExpressionPtr copy, CopyOperand(state_, *operand));
    arguments.push_back(std::move(copy));
    arguments.push_back(Analyze(*pattern));
    terms.push_back(Settle(Match("LIKE", std::move(arguments), node.range), pattern->range));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr result,
                MakeChain(state_, node.all ? "and" : "or", std::move(terms)));
  return node.negated ? Not(std::move(result), node.range) : std::move(result);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Is(const syntax::Is& node) {
  plan::ExpressionPtr operand = Analyze(*node.operand);
  std::string_view name;
  switch (node.predicate) {
    case syntax::IsPredicate::kNull:
      name = node.negated ? "is_not_null" : "is_null";
      break;
    case syntax::IsPredicate::kTrue:
      name = node.negated ? "is_not_true" : "is_true";
      break;
    case syntax::IsPredicate::kFalse:
      name = node.negated ? "is_not_false" : "is_false";
      break;
  }
  if (node.predicate != syntax::IsPredicate::kNull) {
    PAISQL_ASSIGN(operand, ExpectBoolean(state_, std::move(operand)));
  } else if (operand->type.id() == TypeId::kVoid) {
    operand = CoerceTo(state_, std::move(operand), TypeId::kString);
  }
  return MakeOperator(state_, name, std::move(operand), node.range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Case(const syntax::Case& node) {
  WarnOfDoubts(state_, node);
  plan::ExpressionPtr operand;
  if (node.operand) {
    operand = Analyze(*node.operand);
  }
  DataType type = TypeId::kVoid;
  const auto widen = [&](const plan::Expression& branch) {
    const std::optional<DataType> common = Widen(state_, type, branch.type);
    if (!common) {
      state_.errors.Add({ErrorCode::kIllegalImplicitCast,
                         fmt::format("branches of CASE have no common type: {} and {}",
                                     type.ToString(), branch.type.ToString()),
                         branch.range, "use CAST"});
    }
    type = common.value_or(type);
  };
  auto result = std::make_unique<plan::Case>(type);
  for (const syntax::Case::Branch& branch : node.branches) {
    plan::ExpressionPtr when;
    if (operand) {
      plan::ExpressionPtr value = Analyze(*branch.when);
      PAISQL_ASSIGN(plan::ExpressionPtr copy, CopyOperand(state_, *operand));
      when =
          Settle(MakeComparison(state_, "=", std::move(copy), std::move(value), branch.when->range),
                 branch.when->range);
    } else {
      when = AnalyzeBoolean(*branch.when);
    }
    plan::ExpressionPtr then = Analyze(*branch.then);
    widen(*then);
    result->branches.push_back({std::move(when), std::move(then)});
  }
  if (node.otherwise) {
    result->otherwise = Analyze(*node.otherwise);
    widen(*result->otherwise);
  }
  type = Storable(type);
  for (plan::Case::Branch& branch : result->branches) {
    branch.then = CoerceTo(state_, std::move(branch.then), type);
  }
  if (result->otherwise) {
    result->otherwise = CoerceTo(state_, std::move(result->otherwise), type);
  }
  result->type = type;
  return plan::ExpressionPtr(std::move(result));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Cast(const syntax::Cast& node) {
  plan::ExpressionPtr operand = Analyze(*node.operand);
  const std::optional<DataType> type = state_.errors.TakeValue(ResolveTypeName(state_, node.type));
  if (!type || IsFailed(operand->type)) return FailedExpression(node.range);
  return ExplicitCast(state_, std::move(operand), *type, node.range);
}

// CAST makes NULL of a time of ISO 8601, as the platform does; that is not to happen unseen.
void WarnOfIsoTime(State& state, const plan::Expression& operand, const DataType& type) {
  if (!type.IsTemporal() || operand.kind != plan::ExpressionKind::kConstant) return;
  const Value& value = plan::As<plan::Constant>(operand).value;
  if (value.is_null() || !value.type.IsText() || !ReadIsoTime(value.as_text())) return;
  if (ReadTime(value.as_text(), kTimestampCastForm)) return;
  state.Warn(operand.range, fmt::format("CAST AS {} gives NULL for '{}': {}", type.ToString(),
                                        value.as_text(), kIsoTimeHint));
}

Result<plan::ExpressionPtr> ExplicitCast(State& state, plan::ExpressionPtr operand,
                                         const DataType& type, const SourceRange& range) {
  switch (Conversion(operand->type, type, state.types())) {
    case ConversionKind::kNone:
      return Error{
          ErrorCode::kIllegalImplicitCast,
          fmt::format("cannot cast from {} to {}", operand->type.ToString(), type.ToString()),
          range, "no conversion leads from the one to the other; some go by way of STRING"};
    case ConversionKind::kSame:
      return operand;
    case ConversionKind::kImplicit:
    case ConversionKind::kExplicit:
      break;
  }
  if (operand->type.id() == TypeId::kVoid) {
    // CAST(NULL AS JSON) is the null of JSON, which is a value.
    return MakeConstant(type.id() == TypeId::kJson ? Value{type, "null"} : Value::Null(type),
                        range);
  }
  WarnOfIsoTime(state, *operand, type);
  auto cast = std::make_unique<plan::Cast>(std::move(operand), type, false);
  cast->mode = state.types().evaluation();
  cast->range = range;
  return plan::ExpressionPtr(std::move(cast));
}

namespace {

// True when the type, or a part of it, is such.
template <typename Predicate>
bool HasPart(const DataType& type, const Predicate& is_such) {
  if (is_such(type)) return true;
  if (!type.IsNested()) return false;
  return std::any_of(type.fields().begin(), type.fields().end(),
                     [&](const DataType& part) { return HasPart(part, is_such); });
}

// Types that came with edition 2.0.
bool NeedsEdition2(const DataType& type) {
  return HasPart(type, [](const DataType& part) {
    switch (part.id()) {
      case TypeId::kVoid:
      case TypeId::kBoolean:
      case TypeId::kInt:  // edition 1.0 reads INT as BIGINT
      case TypeId::kBigint:
      case TypeId::kDouble:
      case TypeId::kDecimal:
      case TypeId::kString:
      case TypeId::kDatetime:
      case TypeId::kArray:
      case TypeId::kMap:
      case TypeId::kStruct:
        return false;
      default:
        return true;
    }
  });
}

DataType ReadAsEdition1(const DataType& type) {
  switch (type.id()) {
    case TypeId::kInt:
      return TypeId::kBigint;
    case TypeId::kArray:
      return DataType::Array(ReadAsEdition1(type.element()));
    case TypeId::kMap:
      return DataType::Map(ReadAsEdition1(type.key()), ReadAsEdition1(type.value()));
    case TypeId::kStruct: {
      std::vector<DataType> parts;
      for (const DataType& part : type.fields()) parts.push_back(ReadAsEdition1(part));
      return DataType::Struct(type.field_names(), std::move(parts));
    }
    default:
      return type;
  }
}

}  // namespace

Status ExpectEnabled(const State& state, const DataType& type, const SourceRange& range) {
  const auto refuse = [&](std::string_view setting) {
    return SemanticError(range,
                         fmt::format("{} type is not enabled in current mode. Please set {}=true "
                                     "to use it.",
                                     type.ToString(), setting),
                         fmt::format("SET {}=true;", setting));
  };
  const bool json = HasPart(type, [](const DataType& part) { return part.id() == TypeId::kJson; });
  if (json && !state.types().json) return refuse("odps.sql.type.json.enable");
  if (state.types().odps2 || !NeedsEdition2(type)) return Status::Ok();
  return refuse("odps.sql.type.system.odps2");
}

// DECIMAL without parameters is DECIMAL(10,0) in Hive-compatible mode.
std::string HiveDecimals(std::string_view spelling) {
  constexpr std::string_view kWord = "decimal";
  const std::string lower = ToLower(spelling);
  std::string text;
  for (size_t at = 0; at < spelling.size();) {
    if (lower.compare(at, kWord.size(), kWord) != 0) {
      text += spelling[at++];
      continue;
    }
    at += kWord.size();
    text += kWord;
    const size_t next = spelling.find_first_not_of(" \t\r\n", at);
    // The name of a field may be "decimal" too: a colon, or more letters, follow it.
    const bool alone = next == std::string_view::npos || spelling[next] == '>' ||
                       spelling[next] == ',' || spelling[next] == ')';
    if (alone) text += "(10,0)";
  }
  return text;
}

Result<DataType> ResolveTypeName(State& state, const syntax::TypeName& name) {
  const Error interval{
      ErrorCode::kIllegalDataType,
      "INTERVAL is a type of expressions, no column can have it and no CAST can give it",
      name.range, "write INTERVAL '1' DAY where the interval is used"};
  if (EqualsIgnoreCase(name.text, "interval")) return interval;
  // The reader of types knows what the tree does not say: why a spelling is wrong, and how large a
  // scale may be.
  Result<DataType> parsed = name.type ? Result<DataType>(*name.type)
                                      : ParseDataType(name.text, state.types().max_decimal_scale());
  if (state.types().hive_compatible && state.types().decimal_odps2) {
    Result<DataType> hive =
        ParseDataType(HiveDecimals(name.text), state.types().max_decimal_scale());
    if (hive.ok()) parsed = std::move(hive);
  }
  if (!parsed.ok()) {
    if (std::optional<Error> absent = AbsentType(name.text, name.range)) return *std::move(absent);
    Error error = std::move(parsed).error();
    error.range = name.range;
    return error;
  }
  if (HasPart(*parsed, [](const DataType& part) { return part.IsInterval(); })) {
    return interval;
  }
  const auto is_sized_decimal = [](const DataType& part) {
    return part.id() == TypeId::kDecimal && !(part == AsDecimal(TypeId::kDouble));
  };
  if (!state.types().decimal_odps2 && HasPart(*parsed, is_sized_decimal)) {
    return SemanticError(name.range, "precision and scale is not currently supported",
                         "SET odps.sql.decimal.odps2=true; or write DECIMAL alone");
  }
  PAISQL_TRY(ExpectEnabled(state, *parsed, name.range));
  if (state.types().odps2) return parsed;
  DataType type = ReadAsEdition1(*parsed);
  if (!(type == *parsed)) {
    state.Warn(name.range, "INT is read as BIGINT, because odps.sql.type.system.odps2 is false");
  }
  return type;
}

}  // namespace paisql::analysis
