#pragma once

// The process of a processor that is a library, in the C interface of PAI-EAS:
//   void *initialize(const char *model_entry, const char *model_config, int *state);
//   int process(void *model, const void *in, int in_size, void **out, int *out_size);
// where `state` becomes 0 for success, `process` returns a status of HTTP, and `*out` is memory of
// malloc, which the caller frees.

#include <string>

namespace paisql::serving {

// The body of `paisql --host-processor LIBRARY`: a worker (workers/worker_end.h) that answers
// requests until the server ends; the exit status. It reports there what goes wrong before it is
// ready.
int HostLibrary(const std::string& library, const std::string& model_entry,
                const std::string& model_config);

}  // namespace paisql::serving
