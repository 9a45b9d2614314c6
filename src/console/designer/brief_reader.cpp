#include "console/designer/brief_reader.h"

#include <utility>

namespace paisql::console::canvas {

namespace {

// The reader interrupts again after this time, for a statement may begin just as its time ends.
constexpr std::chrono::milliseconds kAgain(50);

}  // namespace

BriefReader::BriefReader(session::Session& session, std::chrono::milliseconds most)
    : session_(session),
      most_(most),
      clock_([this](const std::stop_token& stop) { EndLate(stop); }) {}

void BriefReader::EndLate(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto stopped = [&] { return stop.stop_requested(); };
  if (stopped_.wait_for(lock, stop, most_, stopped)) return;
  over_ = true;
  do {
    session_.Interrupt();
  } while (!stopped_.wait_for(lock, stop, kAgain, stopped));
}

Result<TableRows> BriefReader::Read(const std::string& statement, size_t longest) {
  const auto over = [&] {
    const std::scoped_lock lock(mutex_);
    return over_;
  };
  if (!over()) {
    Result<TableRows> rows = ReadRows(session_, statement, longest);
    if (rows.ok() || !over()) return rows;
  }
  return Error{ErrorCode::kInstanceCancelled,
               "reading took too long for a look",
               {},
               "run a query of it in the editor"};
}

}  // namespace paisql::console::canvas
