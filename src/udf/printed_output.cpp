#include "udf/printed_output.h"

#include <utility>

namespace paisql::udf {

void CutPrinted(Printed& printed, size_t most_bytes) {
  if (printed.text.size() <= most_bytes) return;
  const auto within = [&](size_t at) {
    constexpr unsigned kKind = 0xC0U;
    constexpr unsigned kGoesOn = 0x80U;
    return (static_cast<unsigned char>(printed.text[at]) & kKind) == kGoesOn;
  };
  size_t end = most_bytes;
  while (end > 0 && within(end)) --end;
  printed.more_bytes += printed.text.size() - end;
  printed.text.resize(end);
}

void PrintedOutput::Add(const Printed& printed) {
  const std::lock_guard lock(mutex_);
  kept_.more_bytes += printed.more_bytes;
  if (kept_.more_bytes > printed.more_bytes) {  // the text has ended before
    kept_.more_bytes += printed.text.size();
    return;
  }
  kept_.text += printed.text;
  CutPrinted(kept_, most_bytes_);
}

Printed PrintedOutput::Take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(kept_, {});
}

}  // namespace paisql::udf
