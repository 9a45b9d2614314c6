#include "analysis/query/relations/table_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

using Arguments = std::vector<plan::ExpressionPtr>;

// The functions that make rows; no user can call them.
const functions::Function& Hidden(std::string_view name) {
  const functions::Function* function = functions::FindHidden(name);
  PAISQL_ASSERT(function != nullptr, "a function that rows are made with is missing");
  return *function;
}

// How a list becomes rows.
const functions::Overload* RowsBy(std::string_view name) { return &Hidden(name).overloads[0]; }

Result<plan::ExpressionPtr> RowsCall(State& state, std::string_view name, Arguments arguments,
                                     const SourceRange& range) {
  const functions::Function* function = functions::FindFunction(name);
  PAISQL_ASSERT(function != nullptr, "a function that table functions are made of is missing");
  return MakeCall(state, *function, std::move(arguments), range);
}

Result<plan::ExpressionPtr> TextOf(State& state, plan::ExpressionPtr value) {
  const DataType text = TypeId::kString;
  if (value->type == text) return value;
  const ConversionKind kind = Conversion(value->type, text, state.types());
  if (kind != ConversionKind::kSame && kind != ConversionKind::kImplicit) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("expect a STRING, actually have {}", value->type.ToString()),
                 value->range, "CAST it to STRING"};
  }
  return CoerceTo(state, std::move(value), text);
}

// The rows as array(struct(…), struct(…)), whose columns meet in one type each.
Status SetRows(State& state, std::vector<Arguments> rows, const std::vector<std::string>& names,
               const SourceRange& range, TableRows& result) {
  std::vector<DataType> types(names.size(), DataType(TypeId::kVoid));
  for (const Arguments& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const std::optional<DataType> type = Widen(state, types[i], row[i]->type);
      if (!type) {
        return Error{ErrorCode::kInvalidArgumentType,
                     fmt::format("values of one column have no common type: {} and {}",
                                 types[i].ToString(), row[i]->type.ToString()),
                     row[i]->range, "use CAST"};
      }
      types[i] = *type;
    }
  }
  Arguments structures;
  for (Arguments& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = CoerceTo(state, std::move(row[i]), Storable(types[i]));
    }
    PAISQL_ASSIGN(plan::ExpressionPtr structure, RowsCall(state, "struct", std::move(row), range));
    structures.push_back(std::move(structure));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr list, RowsCall(state, "array", std::move(structures), range));
  result.overload = RowsBy("list_rows");
  result.arguments.push_back(std::move(list));
  for (size_t i = 0; i < names.size(); ++i) {
    result.columns.push_back({names[i], Storable(types[i])});
  }
  return Status::Ok();
}

// A constant argument that counts something.
Result<size_t> CountOf(const functions::Function& function, const plan::Expression& argument,
                       int64_t minimum, int64_t maximum) {
  const std::optional<Value> value = Fold(argument);
  if (!value || value->is_null() || !value->type.IsInteger()) {
    return Error{ErrorCode::kConstantExpected,
                 fmt::format("function {} needs a constant number here", function.name),
                 argument.range, ""};
  }
  if (value->as_int() < minimum || value->as_int() > maximum) {
    return Error{ErrorCode::kRuntimeArguments,
                 fmt::format("this number of function {} is from {} to {}, actually {}",
                             function.name, minimum, maximum, value->as_int()),
                 argument.range, ""};
  }
  return static_cast<size_t>(value->as_int());
}

Result<TableRows> Inline(State& /*state*/, const functions::Function& function, Arguments arguments,
                         const SourceRange& range) {
  const DataType& type = arguments[0]->type;
  if (type.id() != TypeId::kArray || type.element().id() != TypeId::kStruct) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("function {} takes an ARRAY of STRUCT, actually {}", function.name,
                             type.ToString()),
                 range, ""};
  }
  TableRows rows;
  for (size_t i = 0; i < type.element().fields().size(); ++i) {
    rows.columns.push_back({type.element().field_names()[i], type.element().fields()[i]});
  }
  rows.overload = RowsBy("list_rows");
  rows.arguments = std::move(arguments);
  return rows;
}

// More rows are not what anybody means by STACK, and each costs memory.
constexpr int64_t kMaxStackRows = 10'000'000;

// STACK(n, a, b, …): the values in n rows; what they do not fill is NULL.
Result<TableRows> Stack(State& state, const functions::Function& function, Arguments arguments,
                        const SourceRange& range) {
  const size_t values = arguments.size() - 1;
  PAISQL_ASSIGN(size_t count, CountOf(function, *arguments[0], 1, kMaxStackRows));
  const size_t width = (values + count - 1) / count;
  std::vector<std::string> names;
  for (size_t i = 0; i < width; ++i) names.push_back(fmt::format("col{}", i));
  std::vector<Arguments> table;
  for (size_t i = 0; i < std::min(count, (values + width - 1) / width) * width; ++i) {
    if (i % width == 0) table.emplace_back();
    table.back().push_back(i < values ? std::move(arguments[i + 1])
                                      : MakeConstant(Value::Null(), range));
  }
  const size_t filled = table.size();
  TableRows rows;
  PAISQL_TRY(SetRows(state, std::move(table), names, range, rows));
  if (filled < count) {
    rows.overload = RowsBy("padded_rows");
    rows.arguments.push_back(MakeConstant(Value::Bigint(static_cast<int64_t>(count)), range));
  }
  return rows;
}

// "a.b[0]" is the path $.a.b[0], and so is "a.b.[0]".
Result<plan::ExpressionPtr> JsonPath(State& state, plan::ExpressionPtr key) {
  const SourceRange range = key->range;
  if (const std::optional<Value> value = Fold(*key); value && !value->is_null()) {
    std::string path = "$." + value->as_text();
    for (size_t at = path.find(".["); at != std::string::npos; at = path.find(".[", at)) {
      path.erase(at, 1);
    }
    return MakeConstant(Value::String(path), range);
  }
  Arguments parts;
  parts.push_back(MakeConstant(Value::String("$."), range));
  parts.push_back(std::move(key));
  return RowsCall(state, "concat", std::move(parts), range);
}

// One row whose columns are calls of one function: c0, c1, …
Result<TableRows> OneRow(State& state, Arguments cells, const SourceRange& range) {
  std::vector<std::string> names;
  for (size_t i = 0; i < cells.size(); ++i) names.push_back(fmt::format("c{}", i));
  std::vector<Arguments> table;
  table.push_back(std::move(cells));
  TableRows rows;
  PAISQL_TRY(SetRows(state, std::move(table), names, range, rows));
  return rows;
}

Result<TableRows> JsonTuple(State& state, const functions::Function& /*function*/,
                            Arguments arguments, const SourceRange& range) {
  Arguments cells;
  for (size_t i = 1; i < arguments.size(); ++i) {
    PAISQL_ASSIGN(plan::ExpressionPtr key, TextOf(state, std::move(arguments[i])));
    Arguments parts;
    parts.push_back(plan::Clone(*arguments[0]));
    PAISQL_ASSIGN(plan::ExpressionPtr path, JsonPath(state, std::move(key)));
    parts.push_back(std::move(path));
    PAISQL_ASSIGN(plan::ExpressionPtr cell,
                  RowsCall(state, "get_json_object", std::move(parts), range));
    cells.push_back(std::move(cell));
  }
  return OneRow(state, std::move(cells), range);
}

// KEYVALUE_TUPLE(text, split1, split2, key, …)
Result<TableRows> KeyvalueTuple(State& state, const functions::Function& /*function*/,
                                Arguments arguments, const SourceRange& range) {
  Arguments cells;
  for (size_t i = 3; i < arguments.size(); ++i) {
    Arguments parts;
    for (size_t k = 0; k < 3; ++k) parts.push_back(plan::Clone(*arguments[k]));
    parts.push_back(std::move(arguments[i]));
    PAISQL_ASSIGN(plan::ExpressionPtr cell, RowsCall(state, "keyvalue", std::move(parts), range));
    cells.push_back(std::move(cell));
  }
  return OneRow(state, std::move(cells), range);
}

// PARSE_URL_TUPLE(url, 'HOST', 'QUERY:name', …)
Result<TableRows> ParseUrlTuple(State& state, const functions::Function& function,
                                Arguments arguments, const SourceRange& range) {
  Arguments cells;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::optional<Value> part = Fold(*arguments[i]);
    if (!part || part->is_null() || !part->type.IsText()) {
      return Error{ErrorCode::kConstantExpected,
                   fmt::format("function {} needs a constant part of the address", function.name),
                   arguments[i]->range, "such as 'HOST' or 'QUERY:name'"};
    }
    const std::string& text = part->as_text();
    const size_t colon = text.find(':');
    Arguments parts;
    parts.push_back(plan::Clone(*arguments[0]));
    parts.push_back(MakeConstant(Value::String(text.substr(0, colon)), arguments[i]->range));
    if (colon != std::string::npos) {
      parts.push_back(MakeConstant(Value::String(text.substr(colon + 1)), arguments[i]->range));
    }
    PAISQL_ASSIGN(plan::ExpressionPtr cell, RowsCall(state, "parse_url", std::move(parts), range));
    cells.push_back(std::move(cell));
  }
  return OneRow(state, std::move(cells), range);
}

void TakeKeys(Arguments& arguments, size_t first, size_t count, TableRows& rows) {
  for (size_t i = 0; i < count; ++i) {
    plan::ExpressionPtr& key = arguments[first + i];
    std::string name = key->kind == plan::ExpressionKind::kColumn
                           ? plan::As<plan::ColumnRef>(*key).name
                           : fmt::format("key{}", i);
    rows.fixed.push_back({std::move(name), std::move(key)});
  }
}

// TRANS_ARRAY(keys, separator, key, …, text, …): the texts cut and put side by side, the shorter
// ones filled up with NULLs.
Result<TableRows> TransArray(State& state, const functions::Function& function, Arguments arguments,
                             const SourceRange& range) {
  PAISQL_ASSIGN(size_t keys,
                CountOf(function, *arguments[0], 0, static_cast<int64_t>(arguments.size()) - 3));
  if (!Fold(*arguments[1])) {
    return Error{ErrorCode::kConstantExpected,
                 fmt::format("the separator of function {} must be a constant", function.name),
                 arguments[1]->range, ""};
  }
  TableRows rows;
  TakeKeys(arguments, 2, keys, rows);
  for (size_t i = 2 + keys; i < arguments.size(); ++i) {
    const std::string name = arguments[i]->kind == plan::ExpressionKind::kColumn
                                 ? plan::As<plan::ColumnRef>(*arguments[i]).name
                                 : fmt::format("col{}", i - 2 - keys);
    Arguments parts;
    PAISQL_ASSIGN(plan::ExpressionPtr text, TextOf(state, std::move(arguments[i])));
    parts.push_back(std::move(text));
    parts.push_back(plan::Clone(*arguments[1]));
    PAISQL_ASSIGN(plan::ExpressionPtr list,
                  MakeCall(state, Hidden("cut"), std::move(parts), range));
    rows.arguments.push_back(std::move(list));
    rows.columns.push_back({name, TypeId::kString});
  }
  rows.overload = RowsBy("zipped_rows");
  return rows;
}

// TRANS_COLS(keys, key, …, a, b, …): a row for each of a, b, …, numbered from 1.
Result<TableRows> TransCols(State& state, const functions::Function& function, Arguments arguments,
                            const SourceRange& range) {
  PAISQL_ASSIGN(size_t keys,
                CountOf(function, *arguments[0], 0, static_cast<int64_t>(arguments.size()) - 2));
  TableRows rows;
  rows.fixed_at = 1;
  TakeKeys(arguments, 1, keys, rows);
  std::vector<Arguments> table;
  for (size_t i = 1 + keys; i < arguments.size(); ++i) {
    Arguments row;
    row.push_back(MakeConstant(Value::Bigint(static_cast<int64_t>(i - keys)), range));
    row.push_back(std::move(arguments[i]));
    table.push_back(std::move(row));
  }
  PAISQL_TRY(SetRows(state, std::move(table), {"idx", "col"}, range, rows));
  return rows;
}

using Builder = Result<TableRows> (*)(State&, const functions::Function&, Arguments,
                                      const SourceRange&);
struct Entry {
  std::string_view rule;  // Function::result_rule
  Builder build;
};

constexpr Entry kBuilders[] = {
    {"inline", Inline},
    {"stack", Stack},
    {"json_tuple", JsonTuple},
    {"keyvalue_tuple", KeyvalueTuple},
    {"parse_url_tuple", ParseUrlTuple},
    {"trans_array", TransArray},
    {"trans_cols", TransCols},
};

}  // namespace

Result<TableRows> RowsOf(State& state, const functions::Function& function,
                         std::vector<plan::ExpressionPtr> arguments, const SourceRange& range) {
  PAISQL_ASSIGN(functions::Resolution resolved, ResolveCall(state, function, arguments, range));
  const Entry* entry =
      std::find_if(std::begin(kBuilders), std::end(kBuilders),
                   [&](const Entry& each) { return each.rule == function.result_rule; });
  if (entry != std::end(kBuilders)) {
    return entry->build(state, function, std::move(arguments), range);
  }
  // The row's own list; a result of several columns is written as a STRUCT of them.
  TableRows rows;
  rows.overload = resolved.overload;
  rows.arguments = std::move(arguments);
  for (size_t i = 0; i < resolved.result.fields().size(); ++i) {
    rows.columns.push_back({resolved.result.field_names()[i], resolved.result.fields()[i]});
  }
  return rows;
}

}  // namespace paisql::analysis
