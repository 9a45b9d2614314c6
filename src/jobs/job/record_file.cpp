#include "jobs/job/record_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::jobs {

namespace {

constexpr size_t kFields = 10;
// Records that come more often than this are one record, whatever the room.
constexpr int64_t kShortestMs = 100;

template <typename Number>
std::string FieldOf(const std::optional<Number>& number) {
  return number.has_value() ? fmt::format("{}", *number) : "";
}

std::optional<double> Decimal(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return *end == '\0' ? std::optional(number) : std::nullopt;
}

void WriteText(const std::string& path, int flags, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600));
  if (file.open()) (void)WriteAll(file.get(), text);
}

}  // namespace

std::string RecordText(const ProcessRecord& record) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", record.time_ms, FieldOf(record.step),
                     FieldOf(record.loss), FieldOf(record.loss_step),
                     FieldOf(record.steps_per_second), record.rows_read, record.rows_written,
                     FieldOf(record.cpu_ms), FieldOf(record.memory_bytes), FieldOf(record.gpu));
}

std::optional<ProcessRecord> ReadRecord(std::string_view line) {
  const std::vector<std::string> fields = Split(std::string(line), ',');
  if (fields.size() != kFields) return std::nullopt;
  const auto whole = [&fields](size_t i) { return ParseNumber<int64_t>(fields[i]); };
  ProcessRecord record;
  const auto time_ms = whole(0);
  if (!time_ms.has_value()) return std::nullopt;
  record.time_ms = *time_ms;
  record.step = whole(1);
  record.loss = Decimal(fields[2]);
  record.loss_step = whole(3);
  record.steps_per_second = Decimal(fields[4]);
  record.rows_read = whole(5).value_or(0);
  record.rows_written = whole(6).value_or(0);
  record.cpu_ms = whole(7);
  record.memory_bytes = whole(8);
  record.gpu = whole(9);
  return record;
}

void RecordFile::Add(const ProcessRecord& record, bool last) {
  const int64_t passed = record.time_ms - newest_ms_;
  if (!lines_.empty() && passed < (last ? 1 : std::max(interval_ms_, kShortestMs))) return;
  newest_ms_ = record.time_ms;
  lines_.push_back(RecordText(record));
  if (lines_.size() > most_) return Thin();
  WriteText(path_, O_APPEND, lines_.back() + "\n");
}

void RecordFile::Thin() {
  std::vector<std::string> kept;
  std::string text;
  for (size_t i = 0; i < lines_.size(); ++i) {
    const bool is_newest = i + 1 == lines_.size();
    if (i % 2 != 0 && !is_newest) continue;
    text += lines_[i] + "\n";
    kept.push_back(std::move(lines_[i]));
  }
  const auto first = ReadRecord(kept.front());
  const int64_t span = newest_ms_ - (first.has_value() ? first->time_ms : newest_ms_);
  interval_ms_ = span / static_cast<int64_t>(kept.size());
  lines_ = std::move(kept);
  // A reader sees the file of before or the new one.
  const std::string fresh = path_ + ".new";
  WriteText(fresh, O_TRUNC, text);
  (void)std::rename(fresh.c_str(), path_.c_str());
}

std::vector<ProcessRecord> ReadRecords(const std::string& path) {
  std::vector<ProcessRecord> records;
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return records;
  std::string_view rest = *text;
  for (size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    if (auto record = ReadRecord(rest.substr(0, end))) records.push_back(*std::move(record));
    rest.remove_prefix(end + 1);
  }
  return records;
}

}  // namespace paisql::jobs
