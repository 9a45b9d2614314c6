// Table functions: a list of rows for each row of the input.

#include <array>

#include "base/text.h"
#include "engine/duckdb/functions/room_functions.h"
#include "engine/duckdb/print/expression/template.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {
namespace {

// A list of positions is unnested level by level: so many times the positions of one level lie
// between two of the level above, and DuckDB, which makes lists for a batch of 2,048 rows at once,
// never holds more than some megabytes of them.
constexpr int64_t kLevel = 2048;

std::string Number(int64_t number) { return std::to_string(number); }

// The template with a name in the place of $p.
std::string WithPosition(std::string_view element, const std::string& name) {
  std::string text(element);
  for (size_t at = text.find("$p"); at != std::string::npos; at = text.find("$p", at)) {
    text.replace(at, 2, name);
  }
  return text;
}

}  // namespace

const GeneratedList* Printer::GeneratedListOf(const plan::Unnest& unnest) {
  if (unnest.function == nullptr) return nullptr;
  const std::string_view name = unnest.function->name;
  if ((name != "explode" && name != "posexplode") || unnest.arguments.size() != 1) return nullptr;
  const plan::Expression& list = *unnest.arguments[0];
  if (list.kind != plan::ExpressionKind::kCall) return nullptr;
  const Spelling* spelling = FindSpelling(*plan::As<plan::Call>(list).overload);
  return spelling == nullptr ? nullptr : spelling->extra.generated;
}

// explode(sequence(a, b)): the rows are made from their positions in the list.
Select Printer::PrintGenerated(const plan::Unnest& unnest, const GeneratedList& list) {
  const auto& call = plan::As<plan::Call>(*unnest.arguments[0]);
  const size_t inputs = unnest.input->output.size();
  std::string kept;
  for (size_t i = 0; i < inputs; ++i) kept += ColumnName(unnest.output[i].id) + ", ";
  // The arguments are computed once for each row of the input.
  std::string computed;
  std::vector<std::string> arguments;
  for (const auto& argument : call.arguments) {
    arguments.push_back(context_.NewAlias("g"));
    computed += PrintExpression(*argument) + " AS " + arguments.back() + ", ";
  }
  const DataType number = TypeId::kBigint;
  const std::string count = context_.NewAlias("n");
  const std::string again = Join(arguments, ", ") + ", " + count;
  std::string from = "(SELECT " + kept + computed + "NULL FROM " +
                     PrintRelation(*unnest.input).FromItem(context_) + ") AS " +
                     context_.NewAlias("t");
  from = "(SELECT " + kept + Join(arguments, ", ") + ", " +
         ExpandOperand(list.count, arguments, number, "", context_) + " AS " + count + " FROM " +
         from + ") AS " + context_.NewAlias("t");

  // OUTER keeps the rows that make none: one position that is NULL.
  const auto positions = [&](const std::string& first, const std::string& last, int64_t step,
                             const std::string& some) {
    const std::string range = "range(" + first + ", " + last + ", " + Number(step) + ")";
    return unnest.outer ? "CASE WHEN " + some + " THEN " + range + " ELSE [NULL] END" : range;
  };
  const std::string top = Number(kLevel * kLevel);
  const std::string room = context_.Native(room::kRoom, count + " // " + top + " + 1, 8");
  std::string position;
  for (const int64_t step : std::array{kLevel * kLevel, kLevel, int64_t{1}}) {
    const std::string width = Number(step * kLevel);
    const std::string list_text =
        position.empty()
            ? positions("0", "least(" + count + ", " + room + " * " + top + ")", step,
                        count + " > 0")
            : positions(position, "least(" + position + " + " + width + ", " + count + ")", step,
                        position + " IS NOT NULL");
    position = context_.NewAlias("p");
    from = "(SELECT " + kept + again + ", unnest(" + list_text + ") AS " + position + " FROM " +
           from + ") AS " + context_.NewAlias("t");
  }

  std::string element = ExpandOperand(WithPosition(list.element, position), arguments,
                                      unnest.output.back().type, "", context_);
  if (unnest.outer) element = "CASE WHEN " + position + " IS NOT NULL THEN " + element + " END";
  std::string made = element + " AS " + ColumnName(unnest.output.back().id);
  if (unnest.function->name == "posexplode") {
    made = position + " AS " + ColumnName(unnest.output[inputs].id) + ", " + made;
  }
  Select select;
  select.from = "(SELECT " + kept + made + " FROM " + from + ") AS " + context_.NewAlias("t");
  select.SetColumns(unnest.output);
  return select;
}

// The overload is written as the list of the rows that one input row makes, each a structure of the
// new columns. A select list keeps their order, which a lateral join does not.
Select Printer::PrintUnnest(const plan::Unnest& unnest) {
  if (const GeneratedList* list = GeneratedListOf(unnest)) {
    return PrintGenerated(unnest, *list);
  }
  const Spelling* spelling = context_.SpellingOf(unnest.function, *unnest.overload, unnest.range);
  Select input = PrintRelation(*unnest.input);
  if (spelling == nullptr) return input;
  const size_t inputs = unnest.input->output.size();
  std::string list = ExpandOperand(spelling->text, PrintAll(unnest.arguments),
                                   unnest.output.back().type, "", context_);
  // OUTER keeps the rows that make none: one structure that is NULL.
  if (unnest.outer) list = "CASE WHEN len(" + list + ") > 0 THEN " + list + " ELSE [NULL] END";
  const std::string row = context_.NewAlias("u");
  std::string inner;
  std::string outer;
  for (size_t i = 0; i < unnest.output.size(); ++i) {
    const std::string name = ColumnName(unnest.output[i].id);
    if (i > 0) outer += ", ";
    if (i < inputs) {
      inner += name + ", ";
      outer += name;
    } else {
      outer += "struct_extract_at(" + row + ", " + std::to_string(i - inputs + 1) + ") AS " + name;
    }
  }
  Select select;
  select.from = "(SELECT " + outer + " FROM (SELECT " + inner + "unnest(" + list + ") AS " + row +
                " FROM " + input.FromItem(context_) + ") AS " + context_.NewAlias("t") + ") AS " +
                context_.NewAlias("t");
  select.SetColumns(unnest.output);
  return select;
}

}  // namespace paisql::engine
