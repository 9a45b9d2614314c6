#include "engine/duckdb/kernel/kernel_text.h"

#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {

std::string KernelColumn(const std::string& value, const KernelArgument& argument,
                         PrintContext& context) {
  return PrintFromCarried(value, argument.type, context) + " AS " + ColumnName(argument.column);
}

std::string LeavingValue(const DataType& type, bool shown, PrintContext& context) {
  std::string text;
  if (shown) {
    text = PrintWallClock(kKernelValue, type, context);
  } else {
    ExecutionSettings utc = context.settings;
    utc.time_zone = "UTC";
    PrintContext other(utc, context.bindings);
    text = PrintWallClock(kKernelValue, type, other);
    context.functions.insert(other.functions.begin(), other.functions.end());
  }
  return "CAST(" + PrintCarried(text, type, context) + " AS " +
         TypeText(CarriedType(type), TimeForm::kWallClock) + ") AS " + kKernelValue;
}

Kernel KernelOf(const std::vector<DataType>& arguments, const DataType& result,
                const ExecutionSettings& settings) {
  Kernel kernel;
  kernel.result = CarriedType(result);
  kernel.time_zone = settings.time_zone;
  for (const DataType& type : arguments) kernel.arguments.push_back(CarriedType(type));
  return kernel;
}

}  // namespace paisql::engine
