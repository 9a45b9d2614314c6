#include "libraries/tensors/csv/number_fields.h"

#include <algorithm>

#include "tensorflow/core/platform/numbers.h"

namespace paisql::tensors {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string_view WithoutPlus(std::string_view text) {
  text = Stripped(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

}  // namespace

std::string_view Stripped(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

void SplitFields(std::string_view record, std::string_view delimiter,
                 std::vector<std::string_view>* fields) {
  fields->clear();
  if (!delimiter.empty()) {
    for (size_t begin = 0;;) {
      const size_t end = record.find(delimiter, begin);
      fields->push_back(Stripped(record.substr(begin, end - begin)));
      if (end == std::string_view::npos) return;
      begin = end + delimiter.size();
    }
  }
  for (size_t end = 0;;) {
    const size_t begin = record.find_first_not_of(kBlanks, end);
    if (begin == std::string_view::npos) return;
    end = std::min(record.find_first_of(kBlanks, begin), record.size());
    fields->push_back(record.substr(begin, end - begin));
  }
}

bool ToNumber(std::string_view text, int64_t* number) {
  const std::string_view digits = WithoutPlus(text);
  return tensorflow::strings::safe_strto64({digits.data(), digits.size()}, number);
}

bool ToNumber(std::string_view text, float* number) {
  const std::string_view digits = WithoutPlus(text);
  return tensorflow::strings::safe_strtof({digits.data(), digits.size()}, number);
}

}  // namespace paisql::tensors
