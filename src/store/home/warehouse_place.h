#pragma once

// Where the data files of a home lie, as its file <home>/warehouse.place says: in its folder
// warehouse/, or in one of its buckets (docs/internals/formats.md). It is chosen while there is no
// data file, and stays as long as there is one.

#include <cstdint>
#include <string>

#include "base/result.h"

namespace paisql::store {

struct WarehousePlace {
  std::string bucket;  // of the home; "": the folder warehouse/
  std::string id;      // of the choice: the name of the bucket may come again for another place
  // How many bytes copies of its files may take on this machine.
  int64_t copies_bytes = int64_t{20} << 30;

  bool operator==(const WarehousePlace&) const = default;
};

// kEnvironment for a file that no version of this program has written.
Result<WarehousePlace> ReadWarehousePlace(const std::string& home_path);
// Durable when it returns. For the folder warehouse/ the file goes.
Status WriteWarehousePlace(const std::string& home_path, const WarehousePlace& place);

}  // namespace paisql::store
