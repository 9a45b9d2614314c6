#include "tunnel/upload/bad_records.h"

namespace paisql::tunnel {

void BadRecords::Add(int64_t line, const std::string& reason) {
  if (count++ == 0) first_reason = reason;
  alike = alike && reason == first_reason;
  if (first.size() < kKept) first.push_back({line, reason, ""});
}

void BadRecords::Append(const BadRecords& block, const InputFile& file, int64_t first_line) {
  if (block.count == 0) return;
  if (count == 0) {
    first_reason = block.first_reason;
    first_file = file;
  }
  alike = alike && block.alike && block.first_reason == first_reason;
  count += block.count;
  for (const Shown& shown : block.first) {
    if (first.size() == kKept) return;
    first.push_back({first_line + shown.line, shown.reason, file.name});
  }
}

}  // namespace paisql::tunnel
