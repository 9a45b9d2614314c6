#pragma once

// A process that runs kernels for another engine's workers: `paisql kernels`, which the functions
// in src/python/paisql/spark start on each machine. It speaks the frames of workers/protocol.h on
// its standard input and output.
//
// A request with the text {"sql", "state", "arguments": [types], "result": type, "zone"} opens a
// kernel; the answer's code is its number. One with the text {"run": number} has a stream of Arrow
// IPC with the arguments (batches as kernel.h has them); the answer is one with the values. An
// error frame has the platform's code and words, and what can have raised it (failure.h). What
// functions of users have printed is {"printed", "more": bytes}, as the text beside values and as
// the payload of an error.

#include "engine/factory.h"

namespace paisql::engine {

// Is in the environment of such a process, as the program starts for nobody else so.
inline constexpr const char* kKernelsVariable = "PAISQL_KERNELS";

// Until the owner closes standard input. The exit status.
int ServeKernels(const EngineFactory& engines, const EngineOptions& options);

}  // namespace paisql::engine
