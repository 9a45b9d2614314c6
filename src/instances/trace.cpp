#include "instances/trace.h"

#include <algorithm>
#include <utility>

namespace paisql::instances {

namespace {

constexpr size_t kSaidBytes = size_t{1} << 20;
constexpr size_t kWarningBytes = size_t{64} << 10;
// A query of more statements is told of by its last ones.
constexpr size_t kRuns = 1000;

}  // namespace

Trace::Trace(TraceFacts facts)
    : runs_(std::move(facts.runs)),
      warnings_(std::move(facts.warnings)),
      said_(std::move(facts.said)) {}

void Trace::Begin(std::vector<std::string> writes, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (runs_.size() == kRuns) runs_.erase(runs_.begin());
  StatementTrace& run = runs_.emplace_back();
  run.started_ms = now_ms;
  run.writes = std::move(writes);
}

void Trace::End(const session::Outcome& outcome, int64_t rows_shown, int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  StatementTrace& run = runs_.back();
  run.ended_ms = now_ms;
  run.reads = outcome.reads;
  run.rows_written = outcome.rows_written;
  run.rows_shown = outcome.query ? rows_shown : 0;
}

void Trace::Fail(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  runs_.back().ended_ms = now_ms;
  runs_.back().failed = true;
}

void Trace::Warn(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (warnings_.size() + line.size() >= kWarningBytes) return;
  warnings_ += line;
  warnings_ += '\n';
}

void Trace::Say(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  said_ += bytes;
  // Half more than what is kept, so that not each addition moves all of it.
  if (said_.size() > kSaidBytes + kSaidBytes / 2) said_.erase(0, said_.size() - kSaidBytes);
}

void Trace::Close() {
  const std::lock_guard lock(mutex_);
  const size_t kept = std::min(said_.size(), kSaidBytes / 4);
  said_ = said_.substr(said_.size() - kept);
}

TraceFacts Trace::facts(size_t most_said) const { return {runs(), warnings(), said(most_said)}; }

int64_t Trace::bytes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(runs_.size() * sizeof(StatementTrace) + warnings_.size() +
                              said_.size());
}

std::vector<StatementTrace> Trace::runs() const {
  const std::lock_guard lock(mutex_);
  return runs_;
}

std::string Trace::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

std::string Trace::said(size_t most) const {
  const std::lock_guard lock(mutex_);
  return said_.substr(said_.size() - std::min({most, said_.size(), kSaidBytes}));
}

}  // namespace paisql::instances
