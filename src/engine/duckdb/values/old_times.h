#pragma once

// Files of earlier versions, which hold TIMESTAMP in 64 bits (timestamp_form.h).

#include <string>
#include <vector>

#include "store/types.h"

namespace paisql::engine {

// Whether files of these columns hold times in the old form.
bool HaveOldTimes(const std::vector<store::Column>& columns);

// Whether a job's script wrote the file: its times then have another type in Parquet than those
// which the engine wrote, and are not to be read together with them. False for a file that cannot
// be read.
bool WrittenByScript(const std::string& path);

}  // namespace paisql::engine
