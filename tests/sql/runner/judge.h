#pragma once

// Whether a block of a test file holds. Pure.

#include <optional>
#include <string>

#include "base/error.h"
#include "sql/runner/test_file.h"
#include "sql/runner/test_sink.h"

namespace paisql::sql_test {

// Whether the error names what does not run on Spark.
bool IsRefusal(const std::optional<Error>& error);

// "" when the block holds, else why not. `near` becomes true where Spark's rows are not the same
// to the last digit.
std::string Judge(const Block& block, const std::optional<Error>& error, const TestSink& sink,
                  bool on_spark, bool& near);

}  // namespace paisql::sql_test
