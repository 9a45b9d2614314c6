#pragma once

// Rows in the forms in which tunnels give them. An encoder belongs to one thread.

#include <memory>
#include <string>
#include <vector>

#include "engine/result_stream.h"
#include "rest/arrow/arrow_schema.h"
#include "rest/rows/transfer_cost.h"
#include "types/time/zone.h"

namespace paisql::rest {

// Columns of batches, by their places there. Times are on the wall clock of the zone.
struct ChosenColumns {
  std::vector<engine::ResultColumn> columns;
  std::vector<size_t> places;
  TimeZone zone;
};

class RowEncoder {
 public:
  virtual ~RowEncoder() = default;
  // Appends bytes to `out`, now or with later rows.
  virtual Status Add(engine::Batch batch, std::string& out) = 0;
  virtual Status Finish(std::string& out) = 0;  // call once
};

// With a cost, the end of the records tells it.
std::unique_ptr<RowEncoder> EncodeRecords(ChosenColumns chosen,
                                          std::shared_ptr<const TransferCost> cost = nullptr);
// Batches without their schema, in the frame of tunnels (arrow/arrow_body.h).
std::unique_ptr<RowEncoder> EncodeArrow(ChosenColumns chosen, TimestampForm form);
// A stream of Arrow's own, with its schema: any Arrow library reads it.
std::unique_ptr<RowEncoder> EncodeArrowStream(ChosenColumns chosen, TimestampForm form);

}  // namespace paisql::rest
