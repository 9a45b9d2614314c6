#pragma once

// `paisql doctor`: what SQL and training need of a home and of this machine, what is missing, and
// the cure. It needs no home and makes none; nothing is written.

#include "render/format.h"
#include "script/options/session_options.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

// One line a check on standard output, as soon as it is known, or a JSON array; a count goes to
// standard error. No check keeps the others waiting beyond its time. The exit status: 0 when SQL
// and training can run, 3 when something they need is missing, 130 for Ctrl-C.
int RunDoctor(const DoctorSubject& subject, render::Format format);

}  // namespace paisql::tools
