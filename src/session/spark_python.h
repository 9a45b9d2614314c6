#pragma once

// Where a session finds Spark's client.

#include <string>

#include "jobs/spec/runtime.h"

namespace paisql::session {

// The Python with Spark's client: `set`, the value of paisql.spark.python, or without one what the
// environment or the installation names.
std::string SparkPython(const std::string& set, const jobs::Installation& installation);

}  // namespace paisql::session
