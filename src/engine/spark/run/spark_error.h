#pragma once

// What the client of Spark says of a failure, as an error of the platform.

#include "base/error.h"
#include "workers/protocol.h"

namespace paisql::engine::spark {

// The frame's text is {"code", "message", "hint"}: an error of a kernel or of the worker has the
// platform's code, one of Spark's own has the code "" and the first line of Spark's words.
Error ReadSparkError(const workers::Frame& frame);

}  // namespace paisql::engine::spark
