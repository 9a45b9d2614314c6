#include "engine/duckdb/user_functions/user_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "engine/arrow/batch.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/user_functions/pack_columns.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/vector_export.h"
#include "engine/text/result_text.h"
#include "plan/user_function_use.h"
#include "types/conversion.h"
#include "udf/function_pool.h"
#include "udf/packed_batch.h"

namespace paisql::engine {
namespace {

using UserUse = std::shared_ptr<const plan::UserFunctionUse>;

// Rows whose texts are longer than that together go to the process in several questions.
constexpr size_t kSentAtOnce = size_t{64} << 20;
constexpr size_t kMostShown = 200;  // bytes of a value in an error

// The function's context while it runs.
struct UserContext {
  NativeContext native;  // first: BindStatement looks for it
  std::shared_ptr<const UserCall> call;
};

// The platform pads a CHAR; its text is what a function sees and gives. DuckDB checks the text of a
// JSON when it makes one of it.
DataType SentType(const DataType& type) {
  return type.IsText() || type.id() == TypeId::kJson ? DataType(TypeId::kString) : type;
}

std::string CallDescription(const UserCall& call) {
  const udf::FunctionSpec& spec = *call.spec;
  std::string text = spec.name + "\n" + call.in_plan + "\n" + spec.class_name + "\n" +
                     spec.environment->key + "\n" + spec.environment->python + "\n" + call.zone +
                     (spec.whole_columns ? "\ncolumns" : "\nrows") + "\n";
  for (const DataType& type : spec.arguments) text += type.ToString() + ",";
  for (const DataType& type : spec.results) text += "->" + type.ToString();
  for (const DataType& type : call.arguments) text += "," + type.ToString();
  const udf::Environment& environment = *spec.environment;
  return text + fmt::format("\n{} {} {}", environment.timeout_s, environment.memory_mb,
                            environment.confine);
}

// Some rows of a chunk as columns.
class SentRows {
 public:
  SentRows(const NativeCall& call, const UserCall& shape, size_t first, size_t count)
      : shape_(shape), count_(count) {
    const DuckdbApi& api = call.api();
    for (size_t i = 0; i < shape.arguments.size(); ++i) {
      const TypeHandle type(api, api.vector_get_column_type(call.Vector(i)));
      columns_.push_back(ExportVector(api, VectorShape(api, type.get(), shape.arguments[i]),
                                      call.Vector(i), first, count, nullptr));
    }
    batch_ = MakeBatch(static_cast<int64_t>(count), std::move(columns_));
  }

  std::string Packed() const {
    udf::BatchWriter writer(shape_.arguments.size(), count_);
    for (size_t i = 0; i < shape_.arguments.size(); ++i) {
      PackColumn(batch_.column(i), shape_.arguments[i], writer);
    }
    return writer.Take();
  }

  // "(7, 'abc', NULL)"
  std::string Values(size_t row) const {
    std::string text = "(";
    for (size_t i = 0; i < shape_.arguments.size(); ++i) {
      ColumnText cells(shape_.arguments[i], {});
      cells.Read(batch_.column(i));
      std::string value = "NULL";
      if (!cells.IsNull(row)) {
        value.clear();
        cells.Append(row, TextForm::kPlain, value);
        if (value.size() > kMostShown) value = std::string(CutUtf8(value, kMostShown)) + "…";
        if (shape_.arguments[i].IsText()) value = "'" + value + "'";
      }
      text += (i > 0 ? ", " : "") + value;
    }
    return text + ")";
  }

 private:
  static std::string_view CutUtf8(std::string_view text, size_t bytes) {
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
    return text.substr(0, bytes);
  }

  const UserCall& shape_;
  const size_t count_;
  std::vector<ArrowArray> columns_;
  Batch batch_;
};

class Computation {
 public:
  Computation(NativeCall& call, const UserCall& shape, udf::WorkerLease& lease)
      : call_(call), shape_(shape), lease_(lease) {}

  Status Run() {
    for (size_t begin = 0; begin < call_.rows();) {
      const size_t count = RowsAtOnce(begin);
      PAISQL_TRY(RunRows(begin, count));
      begin += count;
    }
    return Status::Ok();
  }

 private:
  // How many rows from `begin` on go at once; one at least.
  size_t RowsAtOnce(size_t begin) const {
    size_t bytes = 0;
    size_t end = begin;
    std::vector<TextVector> texts;
    for (size_t i = 0; i < shape_.arguments.size(); ++i) {
      const TypeId id = shape_.arguments[i].id();
      if (id == TypeId::kString || id == TypeId::kBinary) {
        texts.emplace_back(call_.api(), call_.Vector(i));
      }
    }
    if (texts.empty()) return call_.rows() - begin;
    while (end < call_.rows()) {
      for (const TextVector& text : texts) bytes += text.Length(end);
      if (bytes > kSentAtOnce && end > begin) break;
      ++end;
    }
    return end - begin;
  }

  Status RunRows(size_t begin, size_t count) {
    const SentRows rows(call_, shape_, begin, count);
    PAISQL_ASSIGN(const workers::Frame answer,
                  lease_.Call("evaluate", rows.Packed(), [&] { return call_.Stopped(); }));
    if (answer.kind == workers::FrameKind::kError) {
      const udf::FunctionFailure failure = udf::ReadFailure(answer);
      const bool known = failure.row.has_value() && *failure.row < count;
      return udf::FailureError(failure, known ? rows.Values(*failure.row) : "");
    }
    PAISQL_ASSIGN(const udf::PackedBatch batch, udf::ReadBatch(answer.payload));
    if (batch.columns.size() != 1 || batch.rows != count) {
      return Error{ErrorCode::kScript,
                   fmt::format("function {} has answered {} rows for {}", shape_.spec->name,
                               batch.rows, count),
                   {},
                   ""};
    }
    return UnpackColumn(call_.api(), batch.columns[0], shape_.result, call_.output(), begin);
  }

  NativeCall& call_;
  const UserCall& shape_;
  udf::WorkerLease& lease_;
};

void ComputeUserCall(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  if (call.rows() == 0) return;
  if (call.statement().planning()) {
    call.statement().RefuseConstant();
    call.Fail(ErrorCode::kScript, "functions of users are not constants");
    return;
  }
  const auto& context =
      *static_cast<const UserContext*>(call.api().scalar_function_get_extra_info(info));
  const UserCall& shape = *context.call;
  const auto run = [&]() -> Status {
    PAISQL_ASSIGN(
        udf::WorkerLease lease,
        context.native.statements->functions.Take(
            *shape.spec, shape.zone, [&] { return call.Stopped(); }, call.statement().printed));
    return Computation(call, shape, lease).Run();
  };
  if (const Status status = run(); !status.ok()) {
    const Error& error = status.error();
    call.Fail(error.code, error.detail + (error.hint.empty() ? "" : ": " + error.hint) +
                              std::string(kRaisedBy) + shape.in_plan);
  }
}

// `operand` as it is sent.
std::string PrintSent(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kJson) return CastText(operand, TypeId::kString);
  if (type.IsText()) {
    return PrintCast(operand, type, TypeId::kString, EvaluationMode::kNormal, context);
  }
  return PrintWallClock(operand, type, context);
}

std::string PrintReturned(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kJson) return CastText(operand, type);
  if (type.IsText()) {
    return PrintCast(operand, TypeId::kString, type, EvaluationMode::kNormal, context);
  }
  return PrintInstant(operand, type, context);
}

}  // namespace

bool IsUserCall(const plan::Call& call) {
  const auto* use = std::get_if<UserUse>(&call.made_by);
  return use != nullptr && (*use)->spec != nullptr;
}

std::string PrintUserCall(const plan::Call& call, const std::vector<std::string>& arguments,
                          PrintContext& context) {
  auto shape = std::make_shared<UserCall>();
  shape->spec = std::get<UserUse>(call.made_by)->spec;
  shape->in_plan = call.function->name;
  shape->zone = context.settings.time_zone;
  std::vector<std::string> sent;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const DataType& type = call.arguments[i]->type;
    shape->arguments.push_back(SentType(type));
    sent.push_back(PrintSent(arguments[i], type, context));
  }
  shape->result = SentType(call.type);
  shape->function =
      fmt::format("paisql_user_{:016x}", std::hash<std::string>()(CallDescription(*shape)));
  const std::string name = shape->function;
  context.user_calls[name] = std::move(shape);
  return PrintReturned(context.Native(name, Join(sent, ", ")), call.type, context);
}

std::string RegisterUserCall(const DuckdbApi& api, duckdb_connection connection,
                             std::shared_ptr<const UserCall> call, Statements& statements) {
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), call->function.c_str());
  for (const DataType& type : call->arguments) {
    api.scalar_function_add_parameter(function.get(), WallClockType(api, type).get());
  }
  api.scalar_function_set_return_type(function.get(), WallClockType(api, call->result).get());
  // A NULL is an argument like any other.
  api.scalar_function_set_special_handling(function.get());
  api.scalar_function_set_bind(function.get(), BindStatement);
  const std::string name = call->function;
  api.scalar_function_set_extra_info(
      function.get(),
      std::make_unique<UserContext>(UserContext{{&statements}, std::move(call)}).release(),
      [](void* context) {
        std::unique_ptr<UserContext>(static_cast<UserContext*>(context)).reset();
      });
  api.scalar_function_set_function(function.get(), ComputeUserCall);
  const bool made = api.register_scalar_function(connection, function.get()) == DuckDBSuccess;
  return made ? "" : "the function " + name + " cannot be registered";
}

}  // namespace paisql::engine
