#pragma once

// Batches of the engine (engine/arrow/batch.h) in the form of arrow_schema.h.

#include <vector>

#include "engine/result_stream.h"
#include "rest/arrow/arrow_schema.h"
#include "types/time/zone.h"

namespace paisql::rest {

class ToClient {
 public:
  // The columns are at these places of the batches, whose times are on the wall clock of the zone.
  ToClient(std::vector<engine::ResultColumn> columns, std::vector<size_t> places,
           TimestampForm form, TimeZone zone)
      : columns_(std::move(columns)),
        places_(std::move(places)),
        form_(form),
        zone_(std::move(zone)) {}

  const std::vector<engine::ResultColumn>& columns() const { return columns_; }

  // Several batches where one would have texts of more than 1 GB, else one. kTunnel for a time that
  // the form cannot hold.
  Result<std::vector<engine::Batch>> Convert(engine::Batch batch) const;

 private:
  std::vector<engine::ResultColumn> columns_;
  std::vector<size_t> places_;
  TimestampForm form_;
  TimeZone zone_;
};

}  // namespace paisql::rest
