#pragma once

// How the findings of `paisql doctor` are shown.

#include <string>
#include <string_view>
#include <vector>

#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

struct NamedExamined {
  std::string_view name;
  Examined examined;
};

// "ok", "note", "warning" or "missing".
std::string_view HealthName(Health health);

// "ok       home         …" and, below it, "hint: …" for a cure. `width` is that of the longest
// name.
std::string DoctorLine(const NamedExamined& check, size_t width, bool color);

// "…        TensorFlow   being imported", without an end of the line.
std::string DoctorMeanwhile(const Check& check, size_t width, bool ascii);

// An array with an object for each check: check, status, found, hint.
std::string DoctorJson(const std::vector<NamedExamined>& checks);

// "SQL and training can run; 2 warnings".
std::string DoctorTotals(const std::vector<NamedExamined>& checks);

}  // namespace paisql::tools
