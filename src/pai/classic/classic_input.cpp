#include "pai/classic/classic_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "pai/job/component_tables.h"
#include "pai/job/partitions.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

bool HasRange(const std::string& text) {
  const size_t dots = text.find("..");
  return dots != std::string::npos && dots > 0 && dots + 2 < text.size();
}

// "f0..f9"
Status AddRange(const Part& part, const std::vector<store::Column>& columns,
                std::vector<store::Column>& chosen) {
  const size_t dots = part.text.find("..");
  const std::string first_name(Trim(std::string_view(part.text).substr(0, dots)));
  const std::string last_name(Trim(std::string_view(part.text).substr(dots + 2)));
  PAISQL_ASSIGN(const store::Column first, ColumnNamed({first_name, part.range}, columns));
  PAISQL_ASSIGN(const store::Column last, ColumnNamed({last_name, part.range}, columns));
  const auto begin = std::ranges::find(columns, first.name, &store::Column::name);
  const auto end = std::find_if(begin, columns.end(),
                                [&](const store::Column& one) { return one.name == last.name; });
  if (end == columns.end()) {
    return Wrong(part.range, "column " + last.name + " stands before column " + first.name,
                 "write the first column first");
  }
  chosen.insert(chosen.end(), begin, end + 1);
  return Status::Ok();
}

Status CheckDistinctColumns(const syntax::PaiParameter& given,
                            const std::vector<store::Column>& columns) {
  for (size_t i = 0; i < columns.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (!EqualsIgnoreCase(columns[i].name, columns[k].name)) continue;
      return Wrong(given.value_range,
                   given.key + ": column '" + columns[i].name + "' appears twice",
                   "leave one of them out");
    }
  }
  return Status::Ok();
}

}  // namespace

Result<ClassicInput> InputOf(const Parameters& parameters, const BuildContext& context,
                             std::string_view table, std::string_view partitions) {
  const Port port = {table, PortKind::kInputTable, "", "", nullptr, partitions};
  PAISQL_ASSIGN(const syntax::PaiParameter value,
                Restricted(*parameters.Find(table), port, parameters, context));
  PAISQL_ASSIGN(SqlInput input, OneSqlInput(value, context));
  const std::vector<NamedInput> named = NamedInputs(parameters.Find(table)->value);
  return ClassicInput{std::move(input.relation), std::move(input.columns), named.front().query};
}

Result<std::vector<store::Column>> ColumnsIn(const std::vector<Part>& parts,
                                             const syntax::PaiParameter& given,
                                             const std::vector<store::Column>& columns) {
  std::vector<store::Column> chosen;
  for (const Part& part : parts) {
    if (HasRange(part.text)) {
      PAISQL_TRY(AddRange(part, columns, chosen));
    } else {
      PAISQL_ASSIGN(chosen.emplace_back(), ColumnNamed(part, columns));
    }
  }
  PAISQL_TRY(CheckDistinctColumns(given, chosen));
  return chosen;
}

Result<std::vector<store::Column>> SelectedOrNone(const Parameters& parameters,
                                                  const BuildContext& context,
                                                  std::string_view name,
                                                  const std::vector<store::Column>& columns) {
  const syntax::PaiParameter* const given = parameters.Find(name);
  if (given == nullptr) return std::vector<store::Column>();
  return ColumnsIn(SplitValue(*given, context), *given, columns);
}

Result<std::vector<store::Column>> Selected(const Parameters& parameters,
                                            const BuildContext& context, std::string_view name,
                                            const std::vector<store::Column>& columns) {
  if (parameters.Find(name) == nullptr) return columns;
  return SelectedOrNone(parameters, context, name, columns);
}

Result<store::Column> OneColumn(const Parameters& parameters, const BuildContext& context,
                                std::string_view name, const std::vector<store::Column>& columns) {
  const syntax::PaiParameter* const given = parameters.Find(name);
  if (given != nullptr) {
    const std::vector<Part> parts = SplitValue(*given, context);
    if (parts.size() != 1) {
      return Wrong(given->value_range, given->key + " is one column", "name one column");
    }
    return ColumnNamed(parts.front(), columns);
  }
  return ColumnNamed({parameters.Text(name), SourceRange{}}, columns);
}

bool IsNumber(const store::Column& column) { return column.type.IsNumeric(); }

std::vector<store::Column> NumbersOf(const std::vector<store::Column>& columns) {
  std::vector<store::Column> numbers;
  std::ranges::copy_if(columns, std::back_inserter(numbers), IsNumber);
  return numbers;
}

Status NeedNumbers(const Parameters& parameters, std::string_view name,
                   const std::vector<store::Column>& columns) {
  const auto other = std::ranges::find_if_not(columns, IsNumber);
  if (other == columns.end()) return Status::Ok();
  return Wrong(parameters.PlaceOf(name),
               "column " + other->name + " is a " + other->type.ToString() + ", not a number",
               "name columns of numbers in -D" + std::string(name));
}

bool HasColumn(const std::vector<store::Column>& columns, std::string_view name) {
  return std::ranges::any_of(
      columns, [&](const store::Column& one) { return EqualsIgnoreCase(one.name, name); });
}

std::string ListOf(const std::vector<store::Column>& columns, std::string_view alias) {
  std::vector<std::string> names;
  for (const store::Column& column : columns) {
    names.push_back((alias.empty() ? "" : std::string(alias) + ".") + QuotedName(column.name));
  }
  return Join(names, ", ");
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

std::string DoubleText(double value) { return fmt::format("CAST('{:.17g}' AS DOUBLE)", value); }

}  // namespace paisql::pai
