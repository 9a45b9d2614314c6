#include "engine/spark/run/spark_connection.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/duckdb/print/expression/decimal_trim.h"
#include "engine/ipc/ipc_reader.h"
#include "engine/spark/run/spark_question.h"
#include "engine/spark/run/spark_remote.h"
#include "engine/write_folder.h"

namespace paisql::engine::spark {
namespace {

using workers::Frame;

double SecondsSince(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// The rows of a running query. What nobody reads any more is ended.
class SparkResultStream : public ResultStream {
 public:
  SparkResultStream(std::shared_ptr<SparkWorker> worker, std::vector<ResultColumn> columns,
                    std::shared_ptr<SparkConnection::Ran> ran)
      : worker_(std::move(worker)),
        number_(worker_->number()),
        columns_(std::move(columns)),
        ran_(std::move(ran)) {}
  ~SparkResultStream() override {
    if (!ended_) worker_->Interrupt(number_);
  }

  const std::vector<ResultColumn>& columns() const override { return columns_; }

  Result<Batch> Next() override {
    while (true) {
      if (reader_) {
        PAISQL_ASSIGN(Batch batch, reader_->Next());
        if (batch) {
          ran_->rows += static_cast<int64_t>(batch.row_count());
          return batch;
        }
        reader_.reset();
      }
      if (ended_) return Batch();
      PAISQL_TRY(Read());
    }
  }

 private:
  Status Read() {
    Result<Frame> frame = worker_->Next();
    if (!frame.ok()) {
      ended_ = true;
      return std::move(frame).error();
    }
    ended_ = frame->code == 0;
    if (ended_) ran_->seconds = SecondsSince(ran_->began);
    bytes_ = std::move(frame->payload);
    if (bytes_.empty()) return Status::Ok();
    read_ = 0;
    reader_.emplace(
        [this](size_t most) -> Result<std::string> {
          std::string piece = bytes_.substr(read_, most);
          read_ += piece.size();
          return piece;
        },
        workers::kMostFrameBytes);
    return reader_->ReadSchema();
  }

  const std::shared_ptr<SparkWorker> worker_;
  const uint64_t number_;  // of the question
  const std::vector<ResultColumn> columns_;
  const std::shared_ptr<SparkConnection::Ran> ran_;
  std::string bytes_;  // of the newest frame
  size_t read_ = 0;
  std::optional<IpcReader> reader_;
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<SparkConnection>> SparkConnection::Open(Connection& local,
                                                               std::shared_ptr<SparkPool> pool,
                                                               SparkWorkerOptions options,
                                                               const std::string& staging_folder) {
  auto* const kernels = dynamic_cast<KernelMaker*>(&local);
  if (kernels == nullptr) {
    return Error{ErrorCode::kUnsupported, "the engine on this machine makes no kernels", {}, ""};
  }
  auto made =
      std::make_unique<SparkConnection>(local, *kernels, std::move(pool), std::move(options));
  made->printed_folder_ = fmt::format("{}/printed-{}-{:x}", staging_folder, getpid(),
                                      reinterpret_cast<uintptr_t>(made.get()));
  return made;
}

Result<std::shared_ptr<SparkWorker>> SparkConnection::Worker() {
  interrupted_ = false;
  std::shared_ptr<SparkWorker> worker = worker_;
  if (worker != nullptr && worker->Lives() && worker->Ready().ok()) return worker;
  PAISQL_ASSIGN(worker, pool_->Take(options_));
  {
    // Interrupt finds the process while its session comes.
    const std::lock_guard lock(mutex_);
    worker_ = worker;
  }
  PAISQL_TRY(worker->Ready());
  return worker;
}

Status SparkConnection::Begin(SparkWorker& worker, SparkQuestion question) {
  ran_ = std::make_shared<Ran>();
  PAISQL_TRY(worker.Begin(std::move(question)));
  if (interrupted_) worker.Interrupt(worker.number());
  return Status::Ok();
}

Result<std::unique_ptr<ResultStream>> SparkConnection::Query(const plan::Relation& root,
                                                             const Bindings& bindings,
                                                             const ExecutionSettings& settings) {
  PAISQL_ASSIGN(const std::shared_ptr<SparkWorker> worker, Worker());
  std::vector<ResultColumn> columns;
  const std::vector<bool> trimmed = TrimmedColumns(root, settings);
  for (size_t i = 0; i < root.output.size(); ++i) {
    columns.push_back({root.output[i].name, root.output[i].type, trimmed[i]});
  }
  PAISQL_ASSIGN(const SparkStatement statement,
                SparkPrinter({bindings, settings, kernels_, worker->sail()}).PrintRows(root));
  PAISQL_TRY(Begin(*worker, {QueryQuestion(statement, columns, printed_folder_),
                             FailurePlaces(root), settings.printed}));
  return std::unique_ptr<ResultStream>(
      std::make_unique<SparkResultStream>(worker, std::move(columns), ran_));
}

Result<std::vector<WrittenFile>> SparkConnection::Write(const plan::Relation& root,
                                                        const Bindings& bindings,
                                                        const WriteTarget& target,
                                                        const ExecutionSettings& settings) {
  PAISQL_ASSIGN(const std::shared_ptr<SparkWorker> worker, Worker());
  PAISQL_ASSIGN(const SparkStatement statement,
                SparkPrinter({bindings, settings, kernels_, worker->sail()}).PrintStored(root));
  WriteFolder folder(target.directory);
  std::vector<WrittenFile> files;
  PAISQL_TRY(Begin(*worker, {WriteQuestion(statement, root, target, printed_folder_),
                             FailurePlaces(root), settings.printed}));
  PAISQL_TRY(worker->Read([&](const Frame& frame) {
    const nlohmann::json told = nlohmann::json::parse(frame.text, nullptr, false);
    if (!told.is_array()) return;
    for (const nlohmann::json& file : told) {
      files.push_back({file.value("path", ""), file.value("values", std::vector<std::string>()),
                       file.value("rows", int64_t{0})});
    }
  }));
  PAISQL_TRY(CheckPartitionsOfWrite(files));
  folder.KeepOnly(files);
  for (const WrittenFile& file : files) ran_->rows += file.rows;
  ran_->seconds = SecondsSince(ran_->began);
  return files;
}

Result<ExecutionReport> SparkConnection::Report(const plan::Relation& root,
                                                const Bindings& /*bindings*/) {
  ExecutionReport report;
  if (ran_ == nullptr) return report;
  const OperatorActual actual{ran_->rows, ran_->seconds};
  report.operators[&root] = actual;
  report.executed.push_back({0, "Spark at " + PublicRemote(options_.remote), actual});
  return report;
}

void SparkConnection::Interrupt() {
  local_.Interrupt();
  interrupted_ = true;
  const std::lock_guard lock(mutex_);
  if (worker_ != nullptr) worker_->Interrupt(worker_->number());
}

Result<std::string> SparkConnection::Print(const plan::Relation& root, const Bindings& bindings,
                                           const ExecutionSettings& settings) {
  bool sail = options_.remote == "sail";
  {
    const std::lock_guard lock(mutex_);
    if (worker_ != nullptr) sail = worker_->sail();
  }
  PAISQL_ASSIGN(const SparkStatement statement,
                SparkPrinter({bindings, settings, kernels_, sail, true}).PrintRows(root));
  return statement.sql;
}

}  // namespace paisql::engine::spark
