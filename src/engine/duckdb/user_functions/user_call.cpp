#include "engine/duckdb/user_functions/user_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/user_functions/pack_columns.h"
#include "engine/duckdb/user_functions/sent_rows.h"
#include "engine/duckdb/user_functions/user_aggregate.h"
#include "engine/duckdb/values/handles.h"
#include "plan/traverse.h"
#include "plan/user_function_use.h"
#include "udf/function_pool.h"
#include "udf/packed_batch.h"

namespace paisql::engine {
namespace {

using UserUse = std::shared_ptr<const plan::UserFunctionUse>;

// The function's context while it runs.
struct UserContext {
  NativeContext native;  // first: BindStatement looks for it
  std::shared_ptr<const UserCall> call;
};

std::string CallDescription(const UserCall& call) {
  const udf::FunctionSpec& spec = *call.spec;
  std::string text = spec.name + "\n" + call.in_plan + "\n" + spec.class_name + "\n" +
                     spec.environment->key + "\n" + spec.environment->python + "\n" + call.zone +
                     (spec.whole_columns ? "\ncolumns" : "\nrows") +
                     (call.constant ? " once" : "") + (call.keeps_groups ? " of windows\n" : "\n");
  for (const DataType& type : spec.arguments) text += type.ToString() + ",";
  for (const DataType& type : spec.results) text += "->" + type.ToString();
  for (const DataType& type : call.arguments) text += "," + type.ToString();
  const udf::Environment& environment = *spec.environment;
  return text + fmt::format("\n{} {} {}", environment.timeout_s, environment.memory_mb,
                            environment.confine);
}

class Computation {
 public:
  Computation(NativeCall& call, const UserCall& shape, udf::WorkerLease& lease)
      : call_(call), shape_(shape), lease_(lease), columns_{{}, shape.arguments} {
    for (size_t i = 0; i < shape.arguments.size(); ++i) columns_.vectors.push_back(call.Vector(i));
  }

  Status Run() {
    if (shape_.constant) return RunOnce();
    for (size_t begin = 0; begin < call_.rows();) {
      const size_t count = RowsAtOnce(call_.api(), columns_, begin, call_.rows());
      PAISQL_TRY(RunRows(begin, count));
      begin += count;
    }
    return Status::Ok();
  }

 private:
  // All rows are alike, and so are those of the statement's other batches.
  Status RunOnce() {
    const SentRows rows(call_.api(), columns_, 0, 1);
    std::optional<std::string> packed = rows.Packed();
    if (!packed.has_value()) return udf::TooManyBytesError(shape_.spec->name);
    const std::string key = shape_.function + *packed;
    StatementState& state = call_.statement();
    std::string payload;
    {
      const std::lock_guard lock(state.mutex);
      const auto known = state.answered.find(key);
      if (known != state.answered.end()) payload = known->second;
    }
    if (payload.empty()) {
      PAISQL_ASSIGN(workers::Frame answer,
                    lease_.Call("evaluate", *std::move(packed), [&] { return call_.Stopped(); }));
      if (answer.kind == workers::FrameKind::kError) {
        const udf::FunctionFailure failure = udf::ReadFailure(answer);
        return udf::FailureError(failure, failure.row.has_value() ? rows.Values(0) : "");
      }
      const std::lock_guard lock(state.mutex);
      payload = state.answered.emplace(key, std::move(answer.payload)).first->second;
    }
    PAISQL_ASSIGN(const udf::PackedBatch batch, udf::ReadBatch(payload));
    if (batch.columns.size() != 1 || batch.rows != 1) return WrongNumber(batch.rows, 1);
    for (size_t row = 0; row < call_.rows(); ++row) {
      PAISQL_TRY(UnpackColumn(call_.api(), batch.columns[0], shape_.result, call_.output(), row));
    }
    return Status::Ok();
  }

  Error WrongNumber(size_t answered, size_t asked) const {
    return {
        ErrorCode::kScript,
        fmt::format("function {} has answered {} rows for {}", shape_.spec->name, answered, asked),
        {},
        ""};
  }

  Status RunRows(size_t begin, size_t count) {
    const SentRows rows(call_.api(), columns_, begin, count);
    std::optional<std::string> packed = rows.Packed();
    if (!packed.has_value()) {
      return count > 1 ? RunHalves(begin, count) : udf::TooManyBytesError(shape_.spec->name);
    }
    PAISQL_ASSIGN(const workers::Frame answer,
                  lease_.Call("evaluate", *std::move(packed), [&] { return call_.Stopped(); }));
    if (answer.kind == workers::FrameKind::kError) {
      const udf::FunctionFailure failure = udf::ReadFailure(answer);
      if (failure.IsTooLarge() && count > 1) return RunHalves(begin, count);
      const bool known = failure.row.has_value() && *failure.row < count;
      return udf::FailureError(failure, known ? rows.Values(*failure.row) : "");
    }
    PAISQL_ASSIGN(const udf::PackedBatch batch, udf::ReadBatch(answer.payload));
    if (batch.columns.size() != 1 || batch.rows != count) {
      return WrongNumber(batch.rows, count);
    }
    return UnpackColumn(call_.api(), batch.columns[0], shape_.result, call_.output(), begin);
  }

  Status RunHalves(size_t begin, size_t count) {
    PAISQL_TRY(RunRows(begin, count / 2));
    return RunRows(begin + count / 2, count - count / 2);
  }

  NativeCall& call_;
  const UserCall& shape_;
  udf::WorkerLease& lease_;
  SentColumns columns_;
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

std::vector<std::string> PrintAllSent(const std::vector<plan::ExpressionPtr>& arguments,
                                      const std::vector<std::string>& printed,
                                      PrintContext& context) {
  std::vector<std::string> sent;
  for (size_t i = 0; i < printed.size(); ++i) {
    sent.push_back(PrintSent(printed[i], arguments[i]->type, context));
  }
  return sent;
}

// The call of DuckDB's function, which the statement needs from now on.
std::string PrintNamed(const UserAggregate& call, const std::vector<std::string>& sent,
                       PrintContext& context) {
  const plan::UserFunctionUse& use = *std::get<UserUse>(call.made_by);
  auto shape = std::make_shared<UserCall>();
  shape->spec = use.spec;
  shape->in_plan = use.function->name;
  shape->zone = context.settings.time_zone;
  for (const plan::ExpressionPtr& argument : call.arguments) {
    shape->arguments.push_back(SentType(argument->type));
  }
  shape->result = SentType(call.type);
  shape->keeps_groups = call.keeps_groups;
  shape->constant = use.spec->form == udf::FunctionForm::kScalar &&
                    std::ranges::all_of(call.arguments, [](const plan::ExpressionPtr& argument) {
                      return plan::IsConstantExpression(*argument);
                    });
  shape->function =
      fmt::format("paisql_user_{:016x}", std::hash<std::string>()(CallDescription(*shape)));
  const std::string name = shape->function;
  context.user_calls[name] = std::move(shape);
  return context.Native(name, Join(sent, ", "));
}

}  // namespace

bool IsUserMade(const plan::MadeBy& made_by) {
  const auto* use = std::get_if<UserUse>(&made_by);
  return use != nullptr && (*use)->spec != nullptr;
}

std::string PrintUserCall(const plan::Call& call, const std::vector<std::string>& arguments,
                          PrintContext& context) {
  const std::string printed = PrintNamed({call.made_by, call.arguments, call.type, false},
                                         PrintAllSent(call.arguments, arguments, context), context);
  return PrintReturned(printed, call.type, context);
}

std::string PrintUserAggregate(const UserAggregate& aggregate,
                               const std::vector<std::string>& arguments, PrintContext& context) {
  std::vector<std::string> sent = PrintAllSent(aggregate.arguments, arguments, context);
  sent.insert(sent.begin(), context.Native(kStatementNative, "0"));
  return PrintNamed(aggregate, sent, context);
}

std::string RegisterUserCall(const DuckdbApi& api, duckdb_connection connection,
                             std::shared_ptr<const UserCall> call, Statements& statements) {
  if (call->spec->form == udf::FunctionForm::kAggregate) {
    return RegisterUserAggregate(api, connection, std::move(call), statements);
  }
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
