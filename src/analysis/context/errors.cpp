#include "analysis/context/errors.h"

#include <algorithm>

#include "analysis/analyzer.h"

namespace paisql::analysis {
namespace {

bool SamePlace(const Error& left, const Error& right) {
  return left.range.known() == right.range.known() && left.range.begin == right.range.begin;
}

// Errors without a place come last.
bool Earlier(const Error& left, const Error& right) {
  if (left.range.known() != right.range.known()) return left.range.known();
  return left.range.begin < right.range.begin;
}

}  // namespace

void ErrorCollector::Add(Error error) {
  ++trouble_;
  std::vector<Error> others = std::move(error.others);
  error.others.clear();
  if (!full()) errors_.push_back(std::move(error));
  for (Error& other : others) Add(std::move(other));
}

bool ErrorCollector::Take(Status status) {
  if (status.ok()) return true;
  Add(std::move(status).error());
  return false;
}

void ErrorCollector::Stop(Error error) {
  ++trouble_;
  if (!end_) end_ = std::move(error);
}

bool ErrorCollector::full() const { return end_.has_value() || errors_.size() >= kMaxErrors; }

Error ErrorCollector::CutTo(size_t count) {
  PAISQL_ASSERT(count < errors_.size(), "there is no error to take out");
  const auto begin = errors_.begin() + static_cast<std::ptrdiff_t>(count);
  Error first = *std::min_element(begin, errors_.end(), Earlier);
  errors_.erase(begin, errors_.end());
  return first;
}

Status ErrorCollector::Combined() const {
  if (end_) return *end_;
  if (errors_.empty()) return Status::Ok();
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), Earlier);
  std::vector<Error> kept;
  for (Error& error : sorted) {
    const bool repeated = std::any_of(kept.rbegin(), kept.rend(), [&](const Error& other) {
      return SamePlace(other, error) && other.code == error.code && other.detail == error.detail;
    });
    if (!repeated) kept.push_back(std::move(error));
  }
  Error first = std::move(kept.front());
  first.others.assign(std::make_move_iterator(kept.begin() + 1),
                      std::make_move_iterator(kept.end()));
  return first;
}

}  // namespace paisql::analysis
