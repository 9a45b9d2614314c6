#pragma once

// Reads the scalars of TensorFlow's event files (events.out.tfevents.…), as far as they are
// written: a file is read on where the last look has stopped. Other values are skipped without
// being read, and what cannot be understood ends the reading of its file. For one thread at a time.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "console/logview/curves/series.h"

namespace paisql::console {

using TakeScalar = std::function<void(std::string_view tag, const CurvePoint& point)>;

class EventFile {
 public:
  explicit EventFile(std::string path) : path_(std::move(path)) {}

  // Until the end of what is there, or the moment of SteadyMs. False when there may be more.
  bool ReadOn(const TakeScalar& take, int64_t until_ms);

 private:
  std::string path_;
  int64_t at_ = 0;
  bool is_broken_ = false;
};

// The scalars of one event, the protocol buffer tensorflow.Event. False for other bytes.
bool ReadEvent(std::string_view event, const TakeScalar& take);

}  // namespace paisql::console
