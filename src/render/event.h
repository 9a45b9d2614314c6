#pragma once

// The events of a run as JSON, one object a line (docs/scripts.md, "Event stream"). Whoever reports
// a run to a program writes these, over a pipe or a connection.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/result.h"
#include "engine/result_stream.h"
#include "jobs/spec/job_progress.h"
#include "render/error_report.h"

namespace paisql::render {

inline constexpr int kEventsVersion = 1;
inline constexpr size_t kRowsInEvent = 1000;

// One event: {"event": "rows", …}.
class Event {
 public:
  explicit Event(std::string_view name) { Text("event", name); }

  Event& Text(std::string_view key, std::string_view value);
  Event& Number(std::string_view key, int64_t value);
  Event& Count(std::string_view key, size_t value);
  // JSON has no infinity and no NaN: they are null.
  Event& Decimal(std::string_view key, double value);
  Event& Seconds(double value);
  Event& Raw(std::string_view key, std::string_view json);
  // The statement that the event is about; 0 for an event about no statement.
  Event& Of(size_t statement);
  // Where in the user's file.
  Event& At(const FilePlace& place);

  std::string Line() const { return json_ + "}\n"; }

 private:
  void Key(std::string_view key);

  std::string json_;
};

// "error" with the code, the message and the hint. Secrets are masked. The error's `others` are
// events of their own.
Event ErrorEvent(size_t statement, const Error& error, const FilePlace* place);

// "progress" of a job, with its processes.
Event ProgressEvent(size_t statement, const jobs::JobProgress& progress);

// Reads the stream to its end, and gives "rows" events to `write`, the first with the columns. A
// result without rows is one event. Adds the rows to `count`.
Status WriteRows(engine::ResultStream& rows, size_t statement,
                 const std::function<Status(const Event&)>& write, int64_t& count);

// The length of the text without a last UTF-8 character that is not complete.
size_t WholeCharacters(std::string_view text);

}  // namespace paisql::render
