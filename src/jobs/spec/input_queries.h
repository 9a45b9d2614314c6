#pragma once

// Inputs of a job that are queries. A session with its engine computes them; this room does not
// know how.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::jobs {

// A table as it is read at a snapshot.
struct InputListing {
  store::Table table;
  store::FileListing listing;
};

class InputQueries {
 public:
  virtual ~InputQueries() = default;

  // Lists what the queries read, as it is now, in place of what an earlier call has listed. The
  // snapshot of it; nullopt where they read no table. Compute follows only where it is prepared.
  virtual Result<std::optional<int64_t>> Pin(bool prepare) = 0;
  // The tables and files that Pin has listed.
  virtual std::vector<InputListing> Reads() const = 0;
  // Makes the folder, where the rows of the query number `number`, counted from 0 in the order of
  // the inputs, will come while the job runs. The one file is the list that tells of them
  // (parts_list.h).
  virtual Result<std::vector<store::DataFile>> Compute(size_t number,
                                                       const std::string& folder) = 0;
};

}  // namespace paisql::jobs
