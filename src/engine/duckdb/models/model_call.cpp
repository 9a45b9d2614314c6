#include "engine/duckdb/models/model_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/display/amounts.h"
#include "base/system/free_memory.h"
#include "base/text.h"
#include "engine/duckdb/models/model_rows.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/logical_type.h"
#include "inference/signature_json.h"

namespace paisql::engine {
namespace {

using inference::Tensor;

constexpr int64_t kWorthALook = int64_t{32} << 20;

// The function's context while it runs.
struct ModelContext {
  NativeContext native;  // first: BindStatement looks for it
  std::shared_ptr<const ModelCall> call;
};

// A text that differs wherever the function does.
std::string Description(const ModelCall& call) {
  std::string text = call.use->folder + "\n" + inference::SignatureJson(call.use->signature) + "\n";
  for (const DataType& type : call.arguments) text += type.ToString() + ",";
  for (const plan::ModelUse::Input& input : call.use->inputs) {
    text += fmt::format("{}+{},", input.first, input.count);
  }
  return text + call.result.ToString();
}

int ListDepth(const DataType& type) {
  return type.id() == TypeId::kArray ? 1 + ListDepth(type.element()) : 0;
}

std::vector<InputReader> MakeReaders(const NativeCall& call, const ModelCall& shape) {
  std::vector<InputReader> readers;
  for (size_t i = 0; i < shape.use->inputs.size(); ++i) {
    const plan::ModelUse::Input& input = shape.use->inputs[i];
    const size_t first = input.first - 1;  // the model's name is not a column
    readers.emplace_back(call, shape.use->signature.inputs[i], first, input.count,
                         shape.arguments[first].id() == TypeId::kArray);
  }
  return readers;
}

std::vector<OutputWriter> MakeWriters(const NativeCall& call, const ModelCall& shape) {
  const std::vector<inference::TensorSpec>& outputs = shape.use->signature.outputs;
  std::vector<OutputWriter> writers;
  if (outputs.size() == 1) {
    writers.emplace_back(call.api(), call.output(), outputs[0], ListDepth(shape.result));
    return writers;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    writers.emplace_back(call.api(), call.api().struct_vector_get_child(call.output(), i),
                         outputs[i], ListDepth(shape.result.fields()[i]));
  }
  return writers;
}

class Prediction {
 public:
  Prediction(NativeCall& call, const ModelCall& shape, inference::Model& model)
      : call_(call),
        shape_(shape),
        model_(model),
        readers_(MakeReaders(call, shape)),
        writers_(MakeWriters(call, shape)) {
    const auto& inputs = shape.use->signature.inputs;
    one_row_ = std::any_of(inputs.begin(), inputs.end(), [](const inference::TensorSpec& input) {
      return input.shape.has_value() && input.shape->front() == 1;
    });
    for (const inference::TensorSpec& output : shape.use->signature.outputs) {
      names_.push_back(output.name);
    }
  }

  // Runs of rows that have as many elements in each input are computed at once.
  Status Run() {
    const Rows rows = WholeRows();
    std::vector<int64_t> lengths;
    for (size_t begin = 0; begin < rows.size();) {
      PAISQL_TRY(Lengths(rows[begin], lengths));
      size_t end = begin + 1;
      while (!one_row_ && end < rows.size() && HasLengths(rows[end], lengths)) ++end;
      PAISQL_TRY(RunBatch(Rows(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                               rows.begin() + static_cast<std::ptrdiff_t>(end)),
                          lengths));
      begin = end;
      if (call_.Stopped()) {
        return Error{ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
      }
    }
    return Status::Ok();
  }

 private:
  // The rows without a NULL; the others' answers are NULL.
  Rows WholeRows() {
    Rows rows;
    rows.reserve(call_.rows());
    std::vector<const InputReader*> asked;
    for (const InputReader& reader : readers_) {
      if (reader.MayBeNull()) asked.push_back(&reader);
    }
    for (idx_t row = 0; row < call_.rows(); ++row) {
      const bool null = std::any_of(asked.begin(), asked.end(),
                                    [&](const InputReader* one) { return one->IsNull(row); });
      if (!null) {
        rows.push_back(row);
        continue;
      }
      for (OutputWriter& writer : writers_) writer.SetNull(row);
      if (writers_.size() > 1) call_.SetNull(row);
    }
    return rows;
  }

  Status Lengths(idx_t row, std::vector<int64_t>& lengths) const {
    lengths.clear();
    for (const InputReader& reader : readers_) {
      lengths.push_back(reader.Length(row));
      if (std::optional<std::string> problem = reader.Problem(lengths.back())) {
        return Error{ErrorCode::kRuntimeArguments, *std::move(problem), {}, ""};
      }
    }
    return Status::Ok();
  }

  bool HasLengths(idx_t row, const std::vector<int64_t>& lengths) const {
    for (size_t i = 0; i < readers_.size(); ++i) {
      if (readers_[i].HasLists() && readers_[i].Length(row) != lengths[i]) return false;
    }
    return true;
  }

  Status RunBatch(const Rows& rows, const std::vector<int64_t>& lengths) {
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < readers_.size(); ++i) {
      PAISQL_ASSIGN(Tensor input, readers_[i].Read(rows, lengths[i]));
      inputs.push_back(std::move(input));
    }
    PAISQL_ASSIGN(const std::vector<Tensor> answers,
                  model_.Run(shape_.use->signature, inputs, names_));
    PAISQL_TRY(CheckSize(answers));
    for (size_t i = 0; i < writers_.size(); ++i) {
      PAISQL_TRY(writers_[i].Write(rows, answers[i]));
    }
    return Status::Ok();
  }

  // The engine keeps the answers of a batch once more, in memory that nobody else counts.
  Status CheckSize(const std::vector<Tensor>& answers) const {
    int64_t bytes = 0;
    for (const Tensor& answer : answers) bytes += static_cast<int64_t>(answer.data.size());
    if (bytes <= kWorthALook) return Status::Ok();
    int64_t most = FreeMemoryBytes() / 2;
    const int64_t allowed = call_.statement().memory_bytes;
    if (allowed > 0) most = std::min(most, allowed);
    if (bytes <= most) return Status::Ok();
    return Error{ErrorCode::kOutOfMemory,
                 fmt::format("the answers of some rows take {} of memory, and {} may be taken",
                             BytesText(bytes), BytesText(most)),
                 {},
                 ""};
  }

  NativeCall& call_;
  const ModelCall& shape_;
  inference::Model& model_;
  std::vector<InputReader> readers_;
  std::vector<OutputWriter> writers_;
  std::vector<std::string> names_;  // of the outputs
  bool one_row_ = false;
};

void Predict(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  const auto& context =
      *static_cast<const ModelContext*>(call.api().scalar_function_get_extra_info(info));
  const ModelCall& shape = *context.call;
  Statements& statements = *context.native.statements;
  const auto fail = [&](const Error& error) {
    call.Fail(error.code, fmt::format("in function predict, model {}: {}{}{}", shape.use->name,
                                      error.detail, error.hint.empty() ? "" : ": ", error.hint));
  };
  const auto model =
      statements.models.Get(shape.use->format, shape.use->folder, {.python = statements.python});
  if (!model.ok()) return fail(model.error());
  if (const Status run = Prediction(call, shape, **model).Run(); !run.ok()) fail(run.error());
}

}  // namespace

std::string PrintPredict(const plan::Call& call, const std::vector<std::string>& arguments,
                         PrintContext& context) {
  auto shape = std::make_shared<ModelCall>();
  shape->use = std::get<std::shared_ptr<const plan::ModelUse>>(call.made_by);
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    shape->arguments.push_back(call.arguments[i]->type);
  }
  shape->result = call.type;
  shape->function =
      fmt::format("paisql_predict_{:016x}", std::hash<std::string>()(Description(*shape)));
  const std::string name = shape->function;
  context.models[name] = std::move(shape);
  return context.Native(name, Join({arguments.begin() + 1, arguments.end()}, ", "));
}

std::string RegisterModelCall(const DuckdbApi& api, duckdb_connection connection,
                              std::shared_ptr<const ModelCall> call, Statements& statements) {
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), call->function.c_str());
  for (const DataType& type : call->arguments) {
    api.scalar_function_add_parameter(function.get(), LogicalType(api, type).get());
  }
  api.scalar_function_set_return_type(function.get(), LogicalType(api, call->result).get());
  api.scalar_function_set_special_handling(function.get());
  api.scalar_function_set_bind(function.get(), BindStatement);
  const std::string name = call->function;
  api.scalar_function_set_extra_info(
      function.get(),
      std::make_unique<ModelContext>(ModelContext{{&statements}, std::move(call)}).release(),
      [](void* context) {
        std::unique_ptr<ModelContext>(static_cast<ModelContext*>(context)).reset();
      });
  api.scalar_function_set_function(function.get(), Predict);
  const bool made = api.register_scalar_function(connection, function.get()) == DuckDBSuccess;
  return made ? "" : "the function " + name + " cannot be registered";
}

}  // namespace paisql::engine
