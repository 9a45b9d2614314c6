#include "serving/log/log_entry.h"

namespace paisql::serving {

namespace {

constexpr int64_t kTensorBytes = 128;  // of a tensor beside its elements
constexpr int64_t kTextBytes = 32;     // of a text beside its letters

int64_t BytesOf(const std::vector<inference::Tensor>& tensors) {
  int64_t bytes = 0;
  for (const inference::Tensor& tensor : tensors) {
    bytes += kTensorBytes + static_cast<int64_t>(tensor.data.size());
    for (const std::string& text : tensor.strings) {
      bytes += kTextBytes + static_cast<int64_t>(text.size());
    }
  }
  return bytes;
}

}  // namespace

int64_t LogEntry::bytes() const {
  auto bytes = static_cast<int64_t>(sizeof(LogEntry) + request_id.size() + error.size() +
                                    request_body.size() + answer_body.size());
  for (const std::string& name : output_names) {
    bytes += kTextBytes + static_cast<int64_t>(name.size());
  }
  return bytes + BytesOf(inputs) + BytesOf(outputs);
}

}  // namespace paisql::serving
