#pragma once

// Rows of a result in a file: a stream of Arrow's messages (engine/ipc), and after its end an
// index, so that a reader of some rows begins near them. Private to instances.
//
// The index has for the first batch of each MiB of the file the number of its first row and its
// place, as two int64; after them come their count as an int64 and the 8 bytes "PSQLROWS".

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "engine/arrow/schema.h"
#include "engine/ipc/ipc_writer.h"
#include "instances/instance_result.h"

namespace paisql::instances {

// Where the batches begin, for some of them.
struct RowsMark {
  int64_t row = 0;
  int64_t place = 0;
};

class RowsFileWriter {
 public:
  // The file must not be there.
  static Result<std::unique_ptr<RowsFileWriter>> Make(
      std::string path, const std::vector<engine::ResultColumn>& columns);
  // Make's part: an empty file.
  RowsFileWriter(std::string path, const engine::Schema& schema, Descriptor file)
      : path_(std::move(path)), file_(std::move(file)), writer_(schema.get()) {}
  // Removes the file, unless Finish has succeeded.
  ~RowsFileWriter();
  RowsFileWriter(const RowsFileWriter&) = delete;
  RowsFileWriter& operator=(const RowsFileWriter&) = delete;

  // kEnvironment where the disk has no room, also for what others need of it.
  Status Add(const engine::Batch& batch);
  Status Finish();
  int64_t bytes() const { return place_ + static_cast<int64_t>(pending_.size()); }

 private:
  Status Write();
  Status CheckRoom();

  const std::string path_;
  Descriptor file_;
  engine::IpcWriter writer_;
  std::string pending_;  // that is not in the file yet
  std::vector<RowsMark> marks_;
  int64_t place_ = 0;  // the end of the file
  int64_t rows_ = 0;
  int64_t checked_place_ = 0;  // where the disk was asked last
  bool finished_ = false;
};

class RowsFile final : public KeptRows {
 public:
  RowsFile(std::string path, std::vector<engine::ResultColumn> columns)
      : path_(std::move(path)), columns_(std::move(columns)) {}

  // A reader goes on when the file has been removed.
  Result<std::unique_ptr<RowReader>> Read(int64_t begin, int64_t count) const override;

 private:
  const std::string path_;
  const std::vector<engine::ResultColumn> columns_;
};

}  // namespace paisql::instances
