#pragma once

// What a kernel's statement needs beside its text, as text that goes to another process: our own
// functions by their names, those of users with the paths of their resources, models by their
// folders, rows of long lists. Both processes see the same files.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/kernel/kernel.h"

namespace paisql::engine {

// Gives a kernel of the expressions, whose texts have been printed, what else it needs. The
// printing's error; kUnsupported where no other process can compute the rows.
Status FinishKernel(const std::vector<const plan::Expression*>& expressions, PrintContext& context,
                    Kernel& kernel);

// kEnvironment for a text that is not Kernel::state.
Status ReadKernelState(std::string_view text, PrintContext& context);

}  // namespace paisql::engine
