#pragma once

// The engine on one machine.

#include <memory>
#include <string>
#include <vector>

#include "engine/duckdb/run/connection.h"
#include "engine/engine.h"
#include "engine/parts.h"

namespace paisql::engine {

class DuckdbEngine : public Engine, public PartsEngine {
 public:
  explicit DuckdbEngine(std::shared_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

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
  Result<ExecutionReport> Report(const plan::Relation& root, const Bindings& bindings) override;
  Status TakeShare(const EngineShare& share) override;
  std::optional<QueryProgress> Progress() override { return connection_->Progress(); }
  void Interrupt() override { connection_->Interrupt(); }
  void LeaveOpen() override { connection_->LeaveOpen(); }
  Result<std::string> Print(const plan::Relation& root, const Bindings& bindings,
                            const ExecutionSettings& settings) override;

  const std::shared_ptr<Connection>& connection() const { return connection_; }

 private:
  std::shared_ptr<Connection> connection_;
};

}  // namespace paisql::engine
