#pragma once

// Finds the cause of a script's end in its log.

#include <string>
#include <string_view>

namespace paisql::jobs {

struct TracebackEnd {
  std::string line;   // "ValueError: no such column"; "" when the log holds no traceback
  std::string place;  // "train.py:12" of the script; "" when no frame of the traceback is its own
};

// The line with which the last Python traceback of a log ends, and where the script was: its
// deepest frame whose file lies in `folder`, where the script stands, by its name there.
// TensorFlow repeats a Python error of an input pipeline inside its own; then the cause is given.
TracebackEnd ReadTraceback(std::string_view log, const std::string& folder);

}  // namespace paisql::jobs
