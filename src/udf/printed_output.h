#pragma once

// What the functions of a statement print, kept for the statement's end. What goes beyond the bound
// is counted and let go. Safe from any thread.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace paisql::udf {

// Text that ends with a whole character, and how many bytes came after it.
struct Printed {
  std::string text;
  size_t more_bytes = 0;
};

class PrintedOutput {
 public:
  explicit PrintedOutput(size_t most_bytes) : most_bytes_(most_bytes) {}

  size_t most_bytes() const { return most_bytes_; }
  void Add(const Printed& printed);
  // All that was added; nothing is left.
  Printed Take();

 private:
  const size_t most_bytes_;
  std::mutex mutex_;
  Printed kept_;
};

// Leaves the whole characters within so many bytes.
void CutPrinted(Printed& printed, size_t most_bytes);

}  // namespace paisql::udf
