#include "jobs/log/notice_filter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace paisql::jobs {

namespace {

// A script that prints that many bytes without a line's end prints no warning.
constexpr size_t kLongestHeld = 8192;
constexpr size_t kMostPlaces = 100'000;

constexpr std::string_view kAdvice = "Instructions for updating:";

// How TensorFlow's own notices begin; its logger may have put date and place in front.
constexpr std::string_view kFrom = "From ";
constexpr std::array<std::string_view, 2> kBeforeFrom = {"WARNING:tensorflow:", "] "};

// "/x/train.py:5: UserWarning: …", as Python's module warnings prints it.
bool IsPythonWarning(std::string_view line) {
  for (size_t at = line.find(".py:"); at != std::string_view::npos;
       at = line.find(".py:", at + 1)) {
    size_t next = at + 4;
    while (next < line.size() && IsDigit(line[next])) ++next;
    if (next == at + 4 || line.substr(next, 2) != ": ") continue;
    const std::string_view rest = line.substr(next + 2);
    const std::string_view category = rest.substr(0, rest.find(':'));
    return category.ends_with("Warning") && category.find(' ') == std::string_view::npos;
  }
  return false;
}

// The notice without what differs from call to call; "" for another line.
std::string_view TensorFlowNotice(std::string_view line) {
  for (const std::string_view before : kBeforeFrom) {
    const size_t at = line.find(before);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + before.size());
    if (rest.starts_with(kFrom) && rest.find("deprecated") != std::string_view::npos) return rest;
  }
  return "";
}

}  // namespace

// Warnings begin with a path or with a logger's head; their second lines with two blanks.
bool NoticeFilter::MayBeNotice(std::string_view begin) const {
  if (begin.size() > kLongestHeld || begin.find('\r') != std::string_view::npos) return false;
  if (behind_ != Behind::kNothing && hiding_) return true;
  constexpr std::string_view kLogger = "WARNING:tensorflow:";
  return begin[0] == '/' || kLogger.starts_with(begin.substr(0, kLogger.size())) ||
         (begin[0] == 'W' && (begin.size() == 1 || IsDigit(begin[1])));
}

bool NoticeFilter::BelongsToNotice(std::string_view line) {
  switch (behind_) {
    case Behind::kSource:
      behind_ = Behind::kNothing;
      return line.starts_with("  ");
    case Behind::kAdvice:
      behind_ = line.starts_with(kAdvice) ? Behind::kAdviceText : Behind::kNothing;
      return behind_ == Behind::kAdviceText;
    case Behind::kAdviceText:
      behind_ = Behind::kNothing;
      return true;
    default:
      return false;
  }
}

void NoticeFilter::TakeLine(std::string_view line, std::string* shown) {
  const bool python = IsPythonWarning(line);
  const std::string_view notice = python ? line : TensorFlowNotice(line);
  bool show = true;
  if (!notice.empty()) {
    behind_ = python ? Behind::kSource : Behind::kAdvice;
    hiding_ = places_.contains(std::string(notice));
    if (!hiding_ && places_.size() < kMostPlaces) places_.emplace(notice);
    show = !hiding_;
  } else if (BelongsToNotice(line)) {
    show = !hiding_;
  }
  if (show) *shown += line;
}

std::string NoticeFilter::Filter(std::string_view bytes) {
  std::string shown;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    const std::string_view part = bytes.substr(0, end);
    bytes.remove_prefix(end);
    const bool complete = part.back() == '\n';
    if (line_begun_) {
      shown += part;
      line_begun_ = !complete;
      continue;
    }
    held_ += part;
    if (complete) {
      TakeLine(held_, &shown);
      held_.clear();
    } else if (!MayBeNotice(held_)) {
      shown += Rest();
      line_begun_ = true;
    }
  }
  return shown;
}

std::string NoticeFilter::Rest() {
  behind_ = Behind::kNothing;
  return std::exchange(held_, "");
}

}  // namespace paisql::jobs
