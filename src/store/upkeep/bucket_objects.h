#pragma once

// Looks at the objects of a bucket of data files, for an engine that reads them by itself: some
// engines take an object that is missing for an empty folder. Pure functions.

#include <optional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "store/home/warehouse_bucket.h"
#include "store/upkeep/file_check.h"

namespace paisql::store {

// The first of the files, which have the paths of their copies, whose object is missing or has
// another size; nullopt for none.
Result<std::optional<FileDamage>> CheckObjects(WarehouseBucket& bucket,
                                               const std::vector<DataFile>& files,
                                               const std::stop_token& stop);

}  // namespace paisql::store
