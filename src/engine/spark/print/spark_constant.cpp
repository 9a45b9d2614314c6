#include "engine/spark/print/spark_constant.h"

#include <fmt/format.h>

#include "engine/arrow/builder.h"
#include "engine/spark/print/spark_text.h"
#include "engine/text/result_text.h"
#include "plan/traverse.h"
#include "udf/printed_output.h"

namespace paisql::engine::spark {
namespace {

// A literal of the only cell of a column; times are in UTC.
std::optional<std::string> CellText(const ArrowArray& column, const DataType& type) {
  const bool exact_seconds = type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz;
  const std::optional<std::string> name = TypeText(type);
  if (!name || type.IsNested() || type.IsInterval() || type.id() == TypeId::kBinary) {
    return std::nullopt;
  }
  ColumnText cells(exact_seconds ? DataType::Decimal(21, 9) : type);
  cells.Read(column);
  if (cells.IsNull(0)) return "CAST(NULL AS " + *name + ")";
  if (type.id() == TypeId::kDouble) return Literal(Value::Double(NumberAt<double>(column, 0)));
  if (type.id() == TypeId::kFloat) {
    return Literal({TypeId::kFloat, double{NumberAt<float>(column, 0)}});
  }
  if (type.id() == TypeId::kDatetime) {
    return fmt::format("timestamp_micros(CAST('{}' AS BIGINT))", NumberAt<int64_t>(column, 0));
  }
  std::string text;
  cells.Append(0, TextForm::kPlain, text);
  if (type.IsText() || type.id() == TypeId::kJson) return QuoteText(text);
  return "CAST(" + QuoteText(text) + " AS " + *name + ")";
}

// What functions of users print in it goes to `printed` if there is a value. Without one the
// cluster's run of them prints it.
std::optional<std::string> Compute(KernelMaker& kernels, Kernel kernel,
                                   const std::shared_ptr<udf::PrintedOutput>& printed) {
  kernel.arguments.emplace_back(TypeId::kBigint);  // that there is a row
  BatchBuilder row({{"v0", TypeId::kBigint, false}});
  row.Append(0, Value::Bigint(0));
  KernelRun run;
  if (printed != nullptr) {
    run.printed = std::make_shared<udf::PrintedOutput>(printed->most_bytes());
  }
  const Result<std::vector<Batch>> values = kernels.RunKernel(kernel, std::move(row).Finish(), run);
  if (!values.ok() || values->size() != 1 || values->front().row_count() != 1) return std::nullopt;
  std::optional<std::string> text = CellText(values->front().column(0), kernel.result);
  if (text && printed != nullptr) printed->Add(run.printed->Take());
  return text;
}

}  // namespace

std::optional<std::string> ConstantText(const plan::Expression& expression, KernelMaker& kernels,
                                        const ExecutionSettings& settings,
                                        ComputedConstants& computed, bool shown) {
  if (!plan::IsConstantExpression(expression)) return std::nullopt;
  Result<Kernel> kernel = kernels.MakeKernel(expression, {}, false, settings);
  if (!kernel.ok() || (kernel->of_users && shown)) return std::nullopt;
  const std::string text = kernel->text + kernel->state;
  const auto found = computed.find(text);
  if (found != computed.end()) return found->second;
  return computed[text] = Compute(kernels, std::move(kernel).value(), settings.printed);
}

}  // namespace paisql::engine::spark
