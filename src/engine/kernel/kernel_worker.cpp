#include "engine/kernel/kernel_worker.h"

#include <unistd.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/arrow/schema.h"
#include "engine/ipc/ipc_reader.h"
#include "engine/ipc/ipc_writer.h"
#include "engine/kernel/kernel.h"
#include "udf/printed_output.h"
#include "workers/protocol.h"
#include "workers/worker_end.h"

namespace paisql::engine {
namespace {

using workers::Content;
using workers::Frame;
using workers::FrameKind;

constexpr const char* kKind = "kernels";
// Of a batch's functions, of which the statement shows as much as its session wants.
constexpr size_t kMostPrinted = size_t{1} << 20;
// What a frame holds beside the text that functions print.
constexpr size_t kMostValueBytes = workers::kMostFrameBytes - kMostPrinted;

class KernelServer {
 public:
  explicit KernelServer(KernelMaker& maker) : maker_(maker) {}

  Frame Answer(const Frame& request) {
    const nlohmann::json told = nlohmann::json::parse(request.text, nullptr, false);
    KernelRun run;
    run.printed = std::make_shared<udf::PrintedOutput>(kMostPrinted);
    Result<Frame> answer = !told.is_object()      ? Result<Frame>(Damaged())
                           : told.contains("run") ? Run(told, request, run)
                                                  : Open(told);
    Frame frame =
        answer.ok() ? std::move(answer).value() : Refusal({answer.error(), run.failed_at});
    AddPrinted(run.printed->Take(), frame);
    frame.number = request.number;
    return frame;
  }

 private:
  static Frame Refusal(const Failure& failure) {
    return {.kind = FrameKind::kError, .text = FailureJson(failure)};
  }

  // Beside the values in the text, beside an error in the payload.
  static void AddPrinted(const udf::Printed& printed, Frame& frame) {
    if (printed.text.empty() && printed.more_bytes == 0) return;
    const nlohmann::json told = {{"printed", printed.text}, {"more", printed.more_bytes}};
    std::string text = told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    (frame.kind == FrameKind::kError ? frame.payload : frame.text) = std::move(text);
  }

  Result<Frame> Open(const nlohmann::json& told) {
    Kernel kernel;
    kernel.text = told.value("sql", "");
    kernel.state = told.value("state", "");
    kernel.time_zone = told.value("zone", "UTC");
    for (const nlohmann::json& type : told.value("arguments", nlohmann::json::array())) {
      PAISQL_ASSIGN(DataType argument,
                    ParseDataType(type.get<std::string>(), kMaxDecimalPrecision));
      kernel.arguments.push_back(std::move(argument));
    }
    PAISQL_ASSIGN(kernel.result, ParseDataType(told.value("result", ""), kMaxDecimalPrecision));
    kernels_.push_back(std::move(kernel));
    Frame frame;
    frame.code = static_cast<int32_t>(kernels_.size());
    return frame;
  }

  Result<Frame> Run(const nlohmann::json& told, const Frame& request, KernelRun& run) {
    const auto number = told.value("run", size_t{0});
    if (number < 1 || number > kernels_.size()) return Damaged();
    const Kernel& kernel = kernels_[number - 1];
    size_t read = 0;
    IpcReader reader(
        [&](size_t most) -> Result<std::string> {
          std::string bytes = request.payload.substr(read, most);
          read += bytes.size();
          return bytes;
        },
        workers::kMostFrameBytes);
    PAISQL_TRY(reader.ReadSchema());
    const Schema schema({{"value", kernel.result}});
    IpcWriter writer(schema.get());
    Frame frame;
    frame.content = Content::kArrow;
    PAISQL_TRY(writer.AppendSchema(frame.payload));
    while (true) {
      PAISQL_ASSIGN(Batch rows, reader.Next());
      if (!rows) break;
      PAISQL_ASSIGN(const std::vector<Batch> values,
                    maker_.RunKernel(kernel, std::move(rows), run));
      for (const Batch& batch : values) PAISQL_TRY(writer.AppendBatch(batch, frame.payload));
    }
    frame.payload += IpcWriter::End();
    if (frame.payload.size() > kMostValueBytes) {
      return Error{ErrorCode::kOutOfMemory,
                   "the values of one batch of rows have more than 255 MB",
                   {},
                   "make smaller values, or SET paisql.engine=duckdb"};
    }
    return frame;
  }

  static Error Damaged() {
    return Error{ErrorCode::kEnvironment, "a question to the kernels is damaged", {}, ""};
  }

  KernelMaker& maker_;
  std::vector<Kernel> kernels_;
};

}  // namespace

int ServeKernels(const EngineFactory& engines, const EngineOptions& options) {
  workers::WorkerEnd end(STDIN_FILENO);
  Result<std::unique_ptr<Connection>> connection = engines.MakeConnection(kDefaultEngine, options);
  auto* const maker = connection.ok() ? dynamic_cast<KernelMaker*>(connection->get()) : nullptr;
  if (maker == nullptr) {
    Frame refused{.kind = FrameKind::kError, .text = "the engine cannot be loaded"};
    if (!connection.ok()) refused.text = connection.error().detail;
    end.Send(refused);
    return 1;
  }
  if (!end.Send(workers::MakeHello(kKind, nlohmann::json::object()))) return 0;
  KernelServer server(*maker);
  while (const std::optional<Frame> request = end.Next()) {
    if (!end.Send(server.Answer(*request))) break;
  }
  return 0;
}

}  // namespace paisql::engine
