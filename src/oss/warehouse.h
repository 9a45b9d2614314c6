#pragma once

// The bucket of a home that holds its data files (store/home/warehouse_bucket.h): objects of an
// endpoint, whose keys are the files' paths below warehouse/. The client is loaded with the first
// request. Safe from any thread.

#include <memory>
#include <string>

#include "base/result.h"
#include "oss/remote_library.h"
#include "store/catalog.h"
#include "store/home/home.h"
#include "store/home/warehouse_bucket.h"
#include "store/home/warehouse_place.h"

namespace paisql::oss {

// The bucket that the place names; null for the folder warehouse/. It keeps no reference to the
// home.
std::shared_ptr<store::WarehouseBucket> OpenWarehouse(const store::Home& home,
                                                      const store::WarehousePlace& place,
                                                      const RemoteLibrary& library);

// Checks a URL by which another engine reads the objects: it names the bucket and the prefix of
// LOCATION, whatever its scheme is. kInvalidCommand names what it has to be.
Status CheckWarehouseUrl(const store::Home& home, const store::WarehousePlace& place,
                         const std::string& url);

// Gives a catalog the bucket of its home, where the home has its data files in one.
Status UseWarehouse(store::Catalog& catalog, const RemoteLibrary& library);

}  // namespace paisql::oss
