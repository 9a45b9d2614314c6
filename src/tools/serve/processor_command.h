#pragma once

// How a custom processor is started.

#include "base/process/process.h"
#include "base/result.h"
#include "jobs/spec/runtime.h"
#include "script/options/flags.h"
#include "serving/processor/processor_file.h"

namespace paisql::tools {

// The processor's configuration, in its environment: all users can see a program's arguments.
inline constexpr const char* kProcessorConfigVariable = "PAISQL_PROCESSOR_CONFIG";

// A Python processor is its script in the interpreter of the installation, which finds our module
// `allspark`; a library is opened by this program in another mode. Both are told their model by
// the environment or the command line, and never the service's token. kEnvironment without Python.
Result<SpawnOptions> ProcessorCommand(const serving::ProcessorFile& file,
                                      const script::ServeFlags& flags,
                                      const jobs::Installation& installation);

}  // namespace paisql::tools
