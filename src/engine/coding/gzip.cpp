#include "engine/coding/gzip.h"

#include "base/coding/deflate.h"

namespace paisql::engine {

std::string Gzip(std::string_view bytes) {
  return Deflate(bytes, DeflateForm::kGzip, DeflateEffort::kOrdinary);
}

std::optional<std::string> Gunzip(std::string_view bytes, size_t limit) {
  std::string out;
  if (Inflate(bytes, InflateForm::kGzip, limit, out) != Inflated::kWhole) return std::nullopt;
  return out;
}

}  // namespace paisql::engine
