#pragma once

// The values of an ArrayProto (docs/predict.proto) as those of a tensor, and back. Private to this
// folder; pure functions.

#include <cstdint>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "inference/tensor.h"

namespace paisql::serving {

// Numbers of fields.
enum ArrayField {
  kType = 1,
  kShape = 2,
  kFloats = 3,
  kDoubles = 4,
  kInts = 5,
  kStrings = 6,
  kInt64s = 7,
  kBools = 8,
};

// The field that has the values of a type; nullopt for a type that has none.
std::optional<ArrayField> FieldOf(inference::ElementType type);

// A repeated number, which may come packed, one by one, or both.
template <typename T, typename Packed, typename Single>
void AppendNumbers(protozero::pbf_reader& field, std::vector<T>& values, Packed packed,
                   Single single) {
  if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
    for (const auto value : packed(field)) values.push_back(static_cast<T>(value));
  } else {
    values.push_back(static_cast<T>(single(field)));
  }
}

// Elements of a fixed size, as the wire and this machine have them alike. The usual message has
// them in one piece, which is looked at where it lies.
class FixedValues {
 public:
  void Append(std::string_view bytes);
  std::string_view bytes() const { return pieces_ > 1 ? std::string_view(joined_) : first_; }

 private:
  std::string_view first_;
  std::string joined_;
  int pieces_ = 0;
};

// The values in the fields of an ArrayProto, as views into the message.
struct ArrayValues {
  FixedValues floats;
  FixedValues doubles;
  std::vector<int64_t> integers;  // of the fields int, int64 and bool
  std::vector<std::string> strings;

  // Takes what the field of the array has, and skips fields of no values. Throws
  // protozero::exception for what is cut off.
  void Read(protozero::pbf_reader& array);
  size_t CountOf(ArrayField field) const;
  // Into a tensor of as many elements. The error (kInvalidArgumentType) names the input.
  Status Fill(const inference::TensorSpec& spec, inference::Tensor& tensor);
};

// The elements of the tensor, whose type has that field.
void WriteArrayValues(protozero::pbf_writer& array, ArrayField field,
                      const inference::Tensor& tensor);

// "input x DT_FLOAT [?,4]: …".
Error BadInput(const inference::TensorSpec& spec, const std::string& what);

}  // namespace paisql::serving
