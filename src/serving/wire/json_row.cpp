#include "serving/wire/json_row.h"

#include <span>

#include "serving/wire/json_tensor.h"
#include "serving/wire/json_text.h"

namespace paisql::serving {

std::string RowJson(const inference::Tensor& tensor, int64_t row) {
  const std::span<const int64_t> shape = std::span(tensor.shape).subspan(1);
  int64_t elements = 1;
  for (const int64_t dim : shape) elements *= dim;
  std::string text;
  JsonStream stream(text);
  JsonWriter writer(stream);
  if (!WriteValue(tensor, shape, row * elements, false, writer)) return "";
  return text;
}

}  // namespace paisql::serving
