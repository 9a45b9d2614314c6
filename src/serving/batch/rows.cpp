#include "serving/batch/rows.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

namespace paisql::serving {

namespace {

using inference::Buffer;
using inference::Tensor;

bool RowsFirst(const inference::TensorSpec& spec) {
  return spec.shape.has_value() && !spec.shape->empty() && spec.shape->front() == -1;
}

bool SameRowShape(const Tensor& left, const Tensor& right) {
  return std::equal(left.shape.begin() + 1, left.shape.end(), right.shape.begin() + 1,
                    right.shape.end());
}

int64_t ElementsOfRow(const Tensor& tensor) {
  int64_t elements = 1;
  for (size_t i = 1; i < tensor.shape.size(); ++i) elements *= tensor.shape[i];
  return elements;
}

// The rows [begin, begin + count) of an output.
Tensor RowsOfOutput(Tensor& output, int64_t begin, int64_t count) {
  Tensor part;
  part.type = output.type;
  part.shape = output.shape;
  part.shape.front() = count;
  const int64_t elements = ElementsOfRow(output);
  if (output.type == inference::ElementType::kString) {
    const auto first = output.strings.begin() + begin * elements;
    part.strings.assign(std::make_move_iterator(first),
                        std::make_move_iterator(first + count * elements));
    return part;
  }
  const size_t row_bytes = static_cast<size_t>(elements) * inference::ElementSize(output.type);
  std::shared_ptr<std::byte> bytes(output.data.owner(),
                                   output.data.data() + static_cast<size_t>(begin) * row_bytes);
  part.data = Buffer(std::move(bytes), static_cast<size_t>(count) * row_bytes);
  return part;
}

}  // namespace

bool HasRows(const inference::Signature& signature) {
  return !signature.inputs.empty() &&
         std::all_of(signature.inputs.begin(), signature.inputs.end(), RowsFirst) &&
         std::all_of(signature.outputs.begin(), signature.outputs.end(), RowsFirst);
}

int64_t RowsOf(const Call& call) {
  if (!HasRows(*call.signature)) return 0;
  const int64_t rows = call.inputs.front().shape.front();
  const bool same =
      std::all_of(call.inputs.begin(), call.inputs.end(),
                  [rows](const Tensor& input) { return input.shape.front() == rows; });
  return same ? rows : 0;
}

bool CanJoin(const Call& left, const Call& right) {
  if (left.signature != right.signature || left.outputs != right.outputs) return false;
  for (size_t i = 0; i < left.inputs.size(); ++i) {
    if (!SameRowShape(left.inputs[i], right.inputs[i])) return false;
  }
  return true;
}

Tensor FirstRows(Tensor tensor, int64_t rows) { return RowsOfOutput(tensor, 0, rows); }

std::vector<Tensor> JoinInputs(std::span<const Call> calls) {
  std::vector<Tensor> joined;
  for (size_t input = 0; input < calls.front().inputs.size(); ++input) {
    std::vector<int64_t> shape = calls.front().inputs[input].shape;
    shape.front() = 0;
    for (const Call& call : calls) shape.front() += call.inputs[input].shape.front();
    Tensor whole = Tensor::Allocate(calls.front().inputs[input].type, std::move(shape));
    std::byte* bytes = whole.data.data();
    auto text = whole.strings.begin();
    for (const Call& call : calls) {
      const Tensor& part = call.inputs[input];
      text = std::copy(part.strings.begin(), part.strings.end(), text);
      if (part.data.size() == 0) continue;
      std::memcpy(bytes, part.data.data(), part.data.size());
      bytes += part.data.size();
    }
    joined.push_back(std::move(whole));
  }
  return joined;
}

bool SplitOutputs(std::vector<Tensor> outputs, std::span<const Call> calls,
                  std::vector<std::vector<Tensor>>& parts) {
  int64_t rows = 0;
  for (const Call& call : calls) rows += RowsOf(call);
  for (const Tensor& output : outputs) {
    if (output.shape.empty() || output.shape.front() != rows) return false;
  }
  parts.assign(calls.size(), {});
  for (Tensor& output : outputs) {
    int64_t begin = 0;
    for (size_t i = 0; i < calls.size(); ++i) {
      const int64_t count = RowsOf(calls[i]);
      parts[i].push_back(RowsOfOutput(output, begin, count));
      begin += count;
    }
  }
  return true;
}

}  // namespace paisql::serving
