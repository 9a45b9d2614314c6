#pragma once

// Files that a statement stages before they become part of tables. What is not committed when the
// Staging ends is removed, so that a failed statement leaves nothing behind.

#include <string>
#include <vector>

#include "session/scans.h"
#include "session/state.h"

namespace paisql::session {

class Staging {
 public:
  explicit Staging(State& state, PlanObserver* observer = nullptr)
      : state_(state), observer_(observer) {}
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // A fresh folder of the session's lease for one target.
  Result<std::string> MakeFolder();

  // Runs a plan into files for the table; `partition` has one entry a partition column, nullopt for
  // the levels that the plan's last columns give.
  Result<std::vector<store::StagedFile>> Write(
      plan::Relation& root, const store::Table& table,
      const std::vector<std::optional<std::string>>& partition);

 private:
  State& state_;
  PlanObserver* observer_;
  std::vector<std::string> folders_;
};

// The names of the columns as the files carry them.
std::vector<std::string> ColumnNames(const std::vector<store::Column>& columns);

// Adds the static levels in front of what the engine found for the dynamic ones.
std::vector<store::StagedFile> ToStagedFiles(
    const std::vector<engine::WrittenFile>& files,
    const std::vector<std::optional<std::string>>& partition);

// The partition that a statement names in full, as WriteRequest wants it.
std::vector<std::vector<std::string>> NamedPartitions(
    const std::vector<std::optional<std::string>>& partition);

}  // namespace paisql::session
