// Table functions: a list of rows for each row of the input.

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

// Spark says these as the platform does, but for the type of the position.
bool IsPlainExplode(const plan::Unnest& unnest) {
  if (unnest.function == nullptr || unnest.arguments.size() != 1) return false;
  return unnest.function->name == "explode" || unnest.function->name == "posexplode";
}

}  // namespace

std::string SparkPrinter::PrintUnnest(const plan::Unnest& unnest) {
  const size_t inputs = unnest.input->output.size();
  std::vector<std::string> names;
  for (size_t i = inputs; i < unnest.output.size(); ++i) {
    names.push_back(NameOf(unnest.output[i].id));
  }
  const std::string view = std::string(" LATERAL VIEW ") + (unnest.outer ? "OUTER " : "");
  const std::string as = " AS " + Join(names, ", ");
  if (!IsPlainExplode(unnest)) {
    const std::string list = NameOf(next_column_++);
    const std::string rows = PrintRowsKernel(unnest);
    return "SELECT " + NamesOf(unnest.output) + " FROM (SELECT *, " + rows + " AS " + list +
           " FROM " + From(*unnest.input) + ") AS " + Alias() + view + "inline(" + list + ") " +
           Alias() + as;
  }
  std::vector<std::string> items;
  for (const plan::OutputColumn& column : unnest.output) items.push_back(NameOf(column.id));
  if (unnest.function->name == "posexplode") {
    items[inputs] = "CAST(" + items[inputs] + " AS BIGINT) AS " + items[inputs];
  }
  const std::string argument = PrintExpression(*unnest.arguments[0]);
  return "SELECT " + Join(items, ", ") + " FROM " + From(*unnest.input) + view +
         std::string(unnest.function->name) + "(" + argument + ") " + Alias() + as;
}

std::string SparkPrinter::PrintRowsKernel(const plan::Unnest& unnest) {
  plan::Unnest call;
  call.function = unnest.function;
  call.overload = unnest.overload;
  call.range = unnest.range;
  for (size_t i = unnest.input->output.size(); i < unnest.output.size(); ++i) {
    call.output.push_back(unnest.output[i]);
  }
  Arguments arguments;
  for (const plan::ExpressionPtr& argument : unnest.arguments) {
    call.arguments.push_back(plan::Clone(*argument));
    TakeArguments(call.arguments.back(), arguments);
  }
  return CallKernel(printing_.kernels.MakeRowsKernel(call, arguments.columns, printing_.settings),
                    std::move(arguments.texts), unnest.range);
}

}  // namespace paisql::engine::spark
