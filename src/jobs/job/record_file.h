#pragma once

// records/<role>-<i>.csv of a job's directory: what a process did and used, over time. A file has a
// bounded number of lines: when it is full, every other one goes, and further ones come half as
// often. The supervisor writes it; whoever draws curves reads it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paisql::jobs {

struct ProcessRecord {
  int64_t time_ms = 0;  // since 1970
  std::optional<int64_t> step;
  std::optional<double> loss;
  std::optional<int64_t> loss_step;
  std::optional<double> steps_per_second;
  int64_t rows_read = 0;
  int64_t rows_written = 0;
  // Of the process with all that it has started; nullopt where its place cannot tell.
  std::optional<int64_t> cpu_ms;  // since its start
  std::optional<int64_t> memory_bytes;
  std::optional<int64_t> gpu;  // hundredths of a card, of the whole job; in the chief's records

  bool operator==(const ProcessRecord&) const = default;
};

// One line without its end.
std::string RecordText(const ProcessRecord& record);
std::optional<ProcessRecord> ReadRecord(std::string_view line);

// Belongs to one thread. What cannot be written is left out: no job depends on it.
class RecordFile {
 public:
  // At least 2 lines.
  RecordFile(std::string path, size_t most_lines) : path_(std::move(path)), most_(most_lines) {}

  // `last`: it is written however short the time since the one before is.
  void Add(const ProcessRecord& record, bool last = false);

 private:
  void Thin();

  std::string path_;
  size_t most_;
  int64_t interval_ms_ = 0;
  int64_t newest_ms_ = 0;
  std::vector<std::string> lines_;
};

// The records in their order; none where there is no file. A last line that is not whole is left
// out.
std::vector<ProcessRecord> ReadRecords(const std::string& path);

}  // namespace paisql::jobs
