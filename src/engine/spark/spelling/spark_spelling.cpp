#include "engine/spark/spelling/spark_spelling.h"

#include <unordered_map>

#include "base/assert.h"
#include "base/text.h"
#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

using Index = std::unordered_multimap<const functions::Overload*, const SparkSpelling*>;

Index MakeIndex() {
  Index index;
  for (const SparkSpellingTable& table : SparkSpellingTables()) {
    for (const SparkSpelling& row : table.rows) {
      const functions::Function* function = table.find(row.function);
      if (function == nullptr) continue;
      for (const functions::Overload* overload : SpelledOverloads(*function, row)) {
        index.emplace(overload, &row);
      }
    }
  }
  return index;
}

CallModes ModeOf(EvaluationMode mode) {
  switch (mode) {
    case EvaluationMode::kNormal:
      return kNormalCalls;
    case EvaluationMode::kStrict:
      return kStrictCalls;
    case EvaluationMode::kHive:
      return kHiveCalls;
  }
  PAISQL_UNREACHABLE("a mode of unknown kind");
}

}  // namespace

std::span<const SparkSpellingTable> SparkSpellingTables() {
  static const SparkSpellingTable tables[] = {
      {kAggregateRows},
      {kCollectionRows},
      {kConditionalRows},
      {kDateRows},
      {kMathRows},
      {kStringRows},
      {kWindowRows},
      {kOperatorRows, functions::FindOperator},
      {kArithmeticRows, functions::FindOperator},
  };
  return tables;
}

std::vector<const functions::Overload*> SpelledOverloads(const functions::Function& function,
                                                         const SparkSpelling& row) {
  std::vector<const functions::Overload*> found;
  for (const functions::Overload& overload : function.overloads) {
    if (overload.signature == row.signature) found.push_back(&overload);
  }
  return found;
}

const SparkSpelling* FindSparkSpelling(const functions::Overload& overload, EvaluationMode mode,
                                       const std::vector<plan::ExpressionPtr>& arguments,
                                       bool sail) {
  static const Index index = MakeIndex();
  const auto [first, last] = index.equal_range(&overload);
  for (auto row = first; row != last; ++row) {
    const SparkSpelling& spelling = *row->second;
    const bool holds = (spelling.modes & ModeOf(mode)) != 0 && !(sail && spelling.spark_alone) &&
                       (spelling.only == nullptr || spelling.only(arguments));
    if (holds) return &spelling;
  }
  return nullptr;
}

std::optional<int64_t> ConstantBigint(const plan::Expression& argument) {
  if (argument.kind != plan::ExpressionKind::kConstant) return std::nullopt;
  const Value& value = plan::As<plan::Constant>(argument).value;
  if (value.is_null() || value.type.id() != TypeId::kBigint) return std::nullopt;
  return value.as_int();
}

std::string Expand(std::string_view text, const std::vector<std::string>& arguments,
                   const std::string& type, const std::string& call) {
  std::string made;
  for (size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest[0] != '$') {
      made += rest[0];
    } else if (rest.starts_with("$type")) {
      made += type;
      at += 4;
    } else if (rest.starts_with("$*")) {
      made += Join(arguments, ", ");
      at += 1;
    } else {
      const auto number = static_cast<size_t>(rest[1] - '0');
      const bool all = rest.size() > 2 && rest[2] == '*';
      PAISQL_ASSERT(number <= arguments.size() || all, "a template names an argument too many");
      if (number == 0) {
        made += call;
      } else if (all) {
        made +=
            Join({arguments.begin() + static_cast<ptrdiff_t>(number - 1), arguments.end()}, ", ");
      } else {
        made += arguments[number - 1];
      }
      at += all ? 2 : 1;
    }
  }
  return made;
}

}  // namespace paisql::engine::spark
