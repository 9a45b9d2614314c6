#include "libraries/examples/decoder.h"

#include <cstring>

#include "libraries/examples/wire.h"

namespace paisql::examples {

namespace {

constexpr uint64_t kMessageType = 2;
constexpr uint64_t kFixed32Type = 5;
constexpr uint64_t kTag1 = (1 << 3) | kMessageType;
constexpr uint64_t kTag2 = (2 << 3) | kMessageType;

int ListOf(ColumnKind kind) {
  if (kind == ColumnKind::kBytes) return 1;
  return kind == ColumnKind::kFloat ? 2 : 3;
}

// Calls take(key, feature) for each entry of the map; false for bytes that are not an Example.
template <typename Take>
bool EachFeature(std::string_view example, const Take& take) {
  WireReader fields(example);
  while (!fields.AtEnd()) {
    const uint64_t tag = fields.Varint();
    if (tag != kTag1) {
      fields.Skip(tag);
      continue;
    }
    WireReader features(fields.Message());
    while (!features.AtEnd()) {
      const uint64_t entry_tag = features.Varint();
      if (entry_tag != kTag1) {
        features.Skip(entry_tag);
        continue;
      }
      WireReader entry(features.Message());
      std::string_view key;
      std::string_view feature;
      while (!entry.AtEnd()) {
        const uint64_t part = entry.Varint();
        if (part == kTag1) {
          key = entry.Message();
        } else if (part == kTag2) {
          feature = entry.Message();
        } else {
          entry.Skip(part);
        }
      }
      if (!entry.ok()) return false;
      take(key, feature);
    }
    if (!features.ok()) return false;
  }
  return fields.ok();
}

}  // namespace

Refusal Decoder::Add(std::string_view example) {
  const size_t count = columns_.size();
  features_.assign(count, {});
  found_.assign(count, 0);
  integer_.resize(count);
  float_.resize(count);
  text_.resize(count);
  const bool whole = EachFeature(example, [&](std::string_view key, std::string_view feature) {
    for (size_t i = 0; i < count; ++i) {
      if (columns_[i].name != key) continue;
      features_[i] = feature;
      found_[i] = 1;
    }
  });
  if (!whole) return {Fault::kNotAnExample};
  for (size_t i = 0; i < count; ++i) {
    const auto number = static_cast<int>(i);
    if (found_[i] == 0) return {Fault::kMissing, number};
    const Refusal refusal = Take(columns_[i], number, features_[i]);
    if (refusal.fault != Fault::kNone) return refusal;
  }
  for (size_t i = 0; i < count; ++i) {
    Column& column = columns_[i];
    switch (column.kind) {
      case ColumnKind::kInteger:
        column.integers.push_back(integer_[i]);
        break;
      case ColumnKind::kFloat:
        column.floats.push_back(float_[i]);
        break;
      case ColumnKind::kBytes:
        column.bytes.append(text_[i]);
        column.offsets.push_back(static_cast<int64_t>(column.bytes.size()));
        break;
    }
  }
  ++rows_;
  return {};
}

Refusal Decoder::Take(const Column& column, int number, std::string_view feature) {
  WireReader fields(feature);
  const int wanted = ListOf(column.kind);
  int kind = 0;
  std::string_view list;
  while (!fields.AtEnd()) {
    const uint64_t tag = fields.Varint();
    const auto field = static_cast<int>(tag >> 3);
    if ((tag & 7) != kMessageType || field > 3) {
      fields.Skip(tag);
      continue;
    }
    kind = field;
    list = fields.Message();
  }
  if (!fields.ok()) return {Fault::kNotAnExample, number};
  if (kind == 0) return {Fault::kEmpty, number};
  if (kind != wanted) return {Fault::kWrongKind, number, kind};
  WireReader values(list);
  const auto at = static_cast<size_t>(number);
  while (!values.AtEnd()) {
    const uint64_t tag = values.Varint();
    if (tag >> 3 != 1) {
      values.Skip(tag);
      continue;
    }
    // Numbers are packed, or stand alone.
    if (column.kind == ColumnKind::kBytes) {
      text_[at] = values.Message();
    } else if (column.kind == ColumnKind::kFloat) {
      const std::string_view bits =
          (tag & 7) == kFixed32Type ? values.Bytes(sizeof(float)) : values.Message();
      if (bits.empty() && values.ok()) continue;
      if (bits.size() < sizeof(float)) return {Fault::kNotAnExample, number};
      std::memcpy(&float_[at], bits.data(), sizeof(float));
    } else if ((tag & 7) == 0) {
      integer_[at] = static_cast<int64_t>(values.Varint());
    } else {
      const std::string_view packed = values.Message();
      if (packed.empty() && values.ok()) continue;
      WireReader first(packed);
      integer_[at] = static_cast<int64_t>(first.Varint());
      if (!first.ok()) return {Fault::kNotAnExample, number};
    }
    if (!values.ok()) return {Fault::kNotAnExample, number};
    return {};
  }
  return {values.ok() ? Fault::kEmpty : Fault::kNotAnExample, number};
}

int64_t Decoder::byte_count() const {
  int64_t count = 0;
  for (const Column& column : columns_) count += static_cast<int64_t>(column.bytes.size());
  return count;
}

void Decoder::Clear() {
  rows_ = 0;
  for (Column& column : columns_) {
    column.integers.clear();
    column.floats.clear();
    column.offsets.assign(1, 0);
    column.bytes.clear();
  }
}

}  // namespace paisql::examples
