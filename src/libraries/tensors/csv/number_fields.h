#pragma once

// Records of numbers as text: where their fields are, and what they say.

#include <cstdint>
#include <string_view>
#include <vector>

namespace paisql::tensors {

// The fields of a record between `delimiter`; the empty delimiter is any run of blanks, which gives
// no empty fields. Blanks around a field do not belong to it.
void SplitFields(std::string_view record, std::string_view delimiter,
                 std::vector<std::string_view>* fields);

// Without blanks at both ends, as TensorFlow's string_strip has them.
std::string_view Stripped(std::string_view text);

// Reads a number as TensorFlow's string_to_number does; one "+" in front is taken, too. False for
// another text.
bool ToNumber(std::string_view text, int64_t* number);
bool ToNumber(std::string_view text, float* number);

}  // namespace paisql::tensors
