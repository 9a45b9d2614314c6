#pragma once

// A statement stages files here before they become part of tables. The end of the Staging removes
// uncommitted files, so that a failed statement leaves nothing behind.

#include <string>
#include <vector>

#include "execution/host.h"

namespace paisql::execution {

class Staging {
 public:
  explicit Staging(Host& host) : host_(host) {}
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // A fresh folder of the host's lease for one target.
  Result<std::string> MakeFolder();

 private:
  Host& host_;
  std::vector<std::string> folders_;
};

// The names of the columns as the files carry them.
std::vector<std::string> ColumnNames(const std::vector<store::Column>& columns);

// Where the engine writes rows for the table.
engine::WriteTarget TargetFor(const store::Table& table, const store::PartitionLevels& partition,
                              std::string folder);

// Adds the static levels in front of what the engine found for the dynamic ones.
std::vector<store::StagedFile> ToStagedFiles(const std::vector<engine::WrittenFile>& files,
                                             const store::PartitionLevels& partition);

}  // namespace paisql::execution
