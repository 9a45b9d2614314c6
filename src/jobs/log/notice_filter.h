#pragma once

// Drops repeated warnings from a script's output. Libraries warn of deprecated code at every call;
// people want to see each place once, and the log keeps all.

#include <string>
#include <string_view>
#include <unordered_set>

namespace paisql::jobs {

class NoticeFilter {
 public:
  // The bytes to show, of those that have come. A line that may become a warning is held back until
  // it is complete; everything else is given at once.
  std::string Filter(std::string_view bytes);
  // Gives the bytes that were held back; call it when no more come.
  std::string Rest();

 private:
  enum class Behind { kNothing, kSource, kAdvice, kAdviceText };

  void TakeLine(std::string_view line, std::string* shown);
  bool BelongsToNotice(std::string_view line);
  bool MayBeNotice(std::string_view begin) const;

  std::string held_;                        // of the line that is not complete
  bool line_begun_ = false;                 // a part of the line has been shown
  bool hiding_ = false;                     // the last notice was a repeated one
  Behind behind_ = Behind::kNothing;        // what may still belong to it
  std::unordered_set<std::string> places_;  // of the notices that were shown
};

}  // namespace paisql::jobs
