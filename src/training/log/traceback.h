#pragma once

// What a script's log says about its end.

#include <string>
#include <string_view>

namespace paisql::training {

// The line with which the last Python traceback of a log ends ("ValueError: no such column"), or ""
// when the log holds none. TensorFlow repeats a Python error of an input pipeline inside its own;
// then the line that names the cause is given.
std::string TracebackLine(std::string_view log);

}  // namespace paisql::training
