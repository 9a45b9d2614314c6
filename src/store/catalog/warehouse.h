#pragma once

// Where the data files of a catalog's home lie (store/home/warehouse_place.h), and the bucket that
// has them. A catalog of a home whose data files lie in a bucket writes none until it gets the
// bucket. The catalog outlives this; one thread.

#include <functional>
#include <memory>
#include <stop_token>

#include "base/result.h"
#include "store/catalog.h"
#include "store/home/warehouse_bucket.h"
#include "store/home/warehouse_place.h"

namespace paisql::store {

class Warehouse {
 public:
  explicit Warehouse(Catalog& catalog);

  // The catalog writes to this place from now on: its bucket, null for the folder warehouse/.
  // `stop`, unless it is empty, gives what stops a commit that waits for the bucket.
  void Use(WarehousePlace place, std::shared_ptr<WarehouseBucket> bucket,
           std::function<std::stop_token()> stop = {});
  // The same, and the home says it from then on. kInvalidMetaOperation while there are data files,
  // kept ones among them, or a bucket may hold what a dead writer has left. Other sessions with the
  // old place write no data files any more.
  Status MoveTo(WarehousePlace place, std::shared_ptr<WarehouseBucket> bucket);

  const std::shared_ptr<WarehouseBucket>& bucket() const;

 private:
  CatalogState& state_;
};

}  // namespace paisql::store
