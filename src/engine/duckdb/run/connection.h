#pragma once

// The engine on one machine, and a session's connection to it.

#include <memory>
#include <string>
#include <vector>

#include "engine/batch_appender.h"
#include "engine/duckdb/run/link.h"
#include "engine/engine.h"
#include "engine/kernel/kernel.h"

namespace paisql::engine {

class DuckdbConnection : public Connection, public BatchTaker, public KernelMaker {
 public:
  explicit DuckdbConnection(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  Result<std::unique_ptr<ResultStream>> Query(const plan::Relation& root, const Bindings& bindings,
                                              const ExecutionSettings& settings) override;
  Result<std::vector<WrittenFile>> Write(const plan::Relation& root, const Bindings& bindings,
                                         const WriteTarget& target,
                                         const ExecutionSettings& settings) override;
  Status WriteParts(const plan::Relation& root, const Bindings& bindings, const WriteTarget& target,
                    const ExecutionSettings& settings, const TakePart& take) override;
  Result<std::unique_ptr<RowAppender>> Append(const std::vector<ResultColumn>& columns,
                                              const WriteTarget& target,
                                              const ExecutionSettings& settings) override;
  Result<std::unique_ptr<BatchAppender>> AppendBatches(const std::vector<ResultColumn>& columns,
                                                       const WriteTarget& target) override;
  Result<Kernel> MakeKernel(const plan::Expression& expression,
                            const std::vector<KernelArgument>& arguments, bool shown,
                            const ExecutionSettings& settings) override;
  Result<Kernel> MakeAggregateKernel(const plan::Aggregate& aggregate,
                                     const std::vector<KernelArgument>& columns,
                                     const ExecutionSettings& settings) override;
  Result<Kernel> MakeWindowKernel(const std::vector<const plan::Window*>& windows,
                                  const std::vector<KernelArgument>& columns,
                                  const ExecutionSettings& settings) override;
  Result<Kernel> MakeValuesKernel(const plan::Values& values,
                                  const ExecutionSettings& settings) override;
  Result<Kernel> MakeRowsKernel(const plan::Unnest& call,
                                const std::vector<KernelArgument>& arguments,
                                const ExecutionSettings& settings) override;
  Result<std::vector<Batch>> RunKernel(const Kernel& kernel, Batch rows, KernelRun& run) override;
  Result<ExecutionReport> Report(const plan::Relation& root, const Bindings& bindings) override;
  Status TakeShare(const EngineShare& share) override { return link_->TakeShare(share); }
  udf::FunctionPool* FunctionProcesses() override {
    return &link_->database().statements().functions;
  }
  std::optional<QueryProgress> Progress() override;
  void Interrupt() override;
  Result<std::string> Print(const plan::Relation& root, const Bindings& bindings,
                            const ExecutionSettings& settings) override;

  const std::shared_ptr<Link>& link() const { return link_; }

 private:
  // The link on which a statement that has been printed runs.
  Result<std::shared_ptr<Link>> LinkFor(const PrintContext& context);
  std::shared_ptr<Link> newest();
  Result<std::vector<Batch>> ComputeKernel(const Kernel& kernel, Batch rows, const KernelRun& run);

  const std::shared_ptr<Link> link_;
  std::mutex mutex_;                // guards those below, which Interrupt reads
  std::shared_ptr<Link> in_order_;  // to Database::InOrder
  std::shared_ptr<Link> newest_;    // on which the newest statement runs; null: on link_
};

class DuckdbEngine : public Engine {
 public:
  explicit DuckdbEngine(std::shared_ptr<Database> database) : database_(std::move(database)) {}

  Result<std::unique_ptr<Connection>> Connect() override;
  void LeaveOpen() override { database_->LeaveOpen(); }

 private:
  const std::shared_ptr<Database> database_;
};

}  // namespace paisql::engine
