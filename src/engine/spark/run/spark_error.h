#pragma once

// What the client of Spark says of a failure, as an error of the platform.

#include "engine/failure/failure.h"
#include "workers/protocol.h"

namespace paisql::engine::spark {

// The frame's text is FailureJson of an error of a kernel or of the worker. For one of Spark's own
// it is {"class", "message"}: what the error is follows from its class; Spark's words are shown
// where the class has no meaning on the platform.
Failure ReadSparkError(const workers::Frame& frame);

// Whether the client has ended with it ("ends"), as it does where its server is lost.
bool EndsClient(const workers::Frame& frame);

}  // namespace paisql::engine::spark
