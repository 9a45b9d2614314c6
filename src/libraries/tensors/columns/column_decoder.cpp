#include "libraries/tensors/columns/column_decoder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace paisql::tensors {

using tensorflow::tstring;

namespace {

constexpr int64_t kBlock = 2048;  // values that are converted at a time: they stay in the cache

template <typename Physical>
using Reader = parquet::TypedColumnReader<Physical>;

// Physical: a type of the Parquet library; Out: of the elements.
template <typename Physical, typename Out>
class DirectDecoder : public ColumnDecoder {
 public:
  DirectDecoder(std::shared_ptr<parquet::ColumnReader> reader, const Column& column,
                const Target& target)
      : reader_(std::static_pointer_cast<Reader<Physical>>(std::move(reader))),
        column_(column),
        element_(target.element),
        default_(Default<Out>(target)),
        nullable_(reader_->descr()->max_definition_level() > 0) {}

  void Read(int64_t count, void* out) override {
    Out* next = static_cast<Out*>(out);
    while (count > 0) {
      int64_t present = 0;
      const int64_t wanted = std::min(count, kBlock);
      const int64_t rows = reader_->ReadBatch(wanted, nullable_ ? levels_.data() : nullptr, nullptr,
                                              Place(next), &present);
      if (rows <= 0) ThrowColumnEnds(column_);
      // Some encodings give fewer levels than values where a column is not nullable.
      Convert(next, present);
      if (present < rows) SpreadNulls(next, rows, present);
      next += rows;
      count -= rows;
    }
  }

  void Skip(int64_t count) override {
    if (reader_->Skip(count) != count) ThrowColumnEnds(column_);
  }

 private:
  using Value = typename Physical::c_type;
  static constexpr bool kInPlace = std::is_same_v<Value, Out>;

  Value* Place(Out* out) {
    if constexpr (kInPlace) {
      return out;
    } else {
      return values_.data();
    }
  }

  void Convert(Out* out, int64_t count) {
    if constexpr (std::is_same_v<Out, tstring>) {
      for (int64_t i = 0; i < count; ++i) {
        out[i].assign(reinterpret_cast<const char*>(values_[i].ptr), values_[i].len);
      }
    } else if constexpr (!kInPlace) {
      for (int64_t i = 0; i < count; ++i) {
        if constexpr (std::is_integral_v<Out> && sizeof(Out) < sizeof(Value)) {
          if (values_[i] < std::numeric_limits<Out>::min() ||
              values_[i] > std::numeric_limits<Out>::max()) {
            ThrowTooLarge(column_, values_[i], element_);
          }
        }
        out[i] = static_cast<Out>(values_[i]);
      }
    }
  }

  // From the back, because the values stand at the front of their own place.
  void SpreadNulls(Out* out, int64_t rows, int64_t present) {
    for (int64_t i = rows - 1; i >= 0; --i) {
      if (levels_[i] == 0) {
        out[i] = default_;
      } else if (--present < i) {
        out[i] = std::move(out[present]);
      }
    }
  }

  const std::shared_ptr<Reader<Physical>> reader_;
  const Column& column_;
  const Element element_;
  const Out default_;
  const bool nullable_;
  std::array<int16_t, kBlock> levels_;
  std::array<Value, kInPlace ? 1 : kBlock> values_;
};

template <typename Out>
class ConstantDecoder : public ColumnDecoder {
 public:
  explicit ConstantDecoder(Out value) : value_(std::move(value)) {}
  void Read(int64_t count, void* out) override {
    std::fill_n(static_cast<Out*>(out), count, value_);
  }
  void Skip(int64_t) override {}

 private:
  const Out value_;
};

enum class Family { kInteger, kFloating, kBoolean, kText, kOther };

struct FamilyOfType {
  std::string_view type;
  Family family;
};

constexpr FamilyOfType kFamilies[] = {
    {"TINYINT", Family::kInteger}, {"SMALLINT", Family::kInteger}, {"INT", Family::kInteger},
    {"BIGINT", Family::kInteger},  {"FLOAT", Family::kFloating},   {"DOUBLE", Family::kFloating},
    {"BOOLEAN", Family::kBoolean}, {"STRING", Family::kText},      {"VARCHAR", Family::kText},
    {"CHAR", Family::kText},       {"BINARY", Family::kText}};

Family FamilyOf(const Column& column) {
  const std::string base = BaseType(column.type);
  for (const FamilyOfType& row : kFamilies) {
    if (row.type == base) return row.family;
  }
  return Family::kOther;
}

// Whether the values are what their physical type says, and not scaled or of other units.
bool IsPlain(const parquet::ColumnDescriptor& leaf) {
  const auto& logical = leaf.logical_type();
  return logical == nullptr || logical->is_none() || logical->is_int() || logical->is_string() ||
         logical->is_JSON();
}

}  // namespace

std::unique_ptr<ColumnDecoder> MakeDirectDecoder(parquet::RowGroupReader* group, int leaf,
                                                 const Column& column, const Target& target) {
  const parquet::ColumnDescriptor& descriptor = *group->metadata()->schema()->Column(leaf);
  if (!IsPlain(descriptor) || descriptor.max_repetition_level() > 0 ||
      descriptor.max_definition_level() > 1) {
    return nullptr;
  }
  const auto make = [&]<typename Physical, typename Out>() -> std::unique_ptr<ColumnDecoder> {
    return std::make_unique<DirectDecoder<Physical, Out>>(group->Column(leaf), column, target);
  };
  const Family family = FamilyOf(column);
  const bool floating = family == Family::kFloating;
  const auto number = [&]<typename Physical>() -> std::unique_ptr<ColumnDecoder> {
    switch (target.element) {
      case Element::kFloat:
        return floating ? make.template operator()<Physical, float>() : nullptr;
      case Element::kDouble:
        return floating ? make.template operator()<Physical, double>() : nullptr;
      case Element::kInt32:
        return floating ? nullptr : make.template operator()<Physical, int32_t>();
      case Element::kInt64:
        return floating ? nullptr : make.template operator()<Physical, int64_t>();
      default:
        return nullptr;
    }
  };
  const bool numeric = family == Family::kInteger || floating;
  switch (descriptor.physical_type()) {
    case parquet::Type::INT32:
      return numeric ? number.operator()<parquet::Int32Type>() : nullptr;
    case parquet::Type::INT64:
      return numeric ? number.operator()<parquet::Int64Type>() : nullptr;
    case parquet::Type::FLOAT:
      return floating ? number.operator()<parquet::FloatType>() : nullptr;
    case parquet::Type::DOUBLE:
      return floating ? number.operator()<parquet::DoubleType>() : nullptr;
    case parquet::Type::BOOLEAN:
      if (family != Family::kBoolean || target.element != Element::kBool) return nullptr;
      return make.operator()<parquet::BooleanType, bool>();
    case parquet::Type::BYTE_ARRAY:
      if (family != Family::kText || target.element != Element::kString) return nullptr;
      return make.operator()<parquet::ByteArrayType, tstring>();
    default:
      return nullptr;
  }
}

std::unique_ptr<ColumnDecoder> MakeConstantDecoder(const Target& target, const std::string* key) {
  if (key != nullptr) return std::make_unique<ConstantDecoder<tstring>>(tstring(*key));
  return Dispatch(target.element, [&]<typename Out>() -> std::unique_ptr<ColumnDecoder> {
    return std::make_unique<ConstantDecoder<Out>>(Default<Out>(target));
  });
}

std::string BaseType(const std::string& type) { return type.substr(0, type.find_first_of("(<")); }

void ThrowColumnEnds(const Column& column) {
  throw ReadError(true, "column '" + column.name + "' ends too early");
}

void ThrowTooLarge(const Column& column, int64_t value, Element element) {
  const bool narrow = element == Element::kInt32;
  const int64_t low =
      narrow ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min();
  const int64_t high =
      narrow ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int64_t>::max();
  throw ReadError(false, "column '" + column.name + "' holds a value too large for " +
                             (narrow ? "int32" : "int64") + " (Integer value " +
                             std::to_string(value) + " not in range: " + std::to_string(low) +
                             " to " + std::to_string(high) + ")");
}

}  // namespace paisql::tensors
