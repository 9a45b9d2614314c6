#include "libraries/examples/tensor_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "libraries/examples/wire.h"

namespace paisql::examples {

namespace {

struct TypeName {
  TensorType type;
  std::string_view name;
};

constexpr std::array kTypes = {
    TypeName{TensorType::kFloat, "FLOAT"},  TypeName{TensorType::kDouble, "DOUBLE"},
    TypeName{TensorType::kInt, "INT"},      TypeName{TensorType::kLong, "LONG"},
    TypeName{TensorType::kUbyte, "UBYTE"},  TypeName{TensorType::kBoolean, "BOOLEAN"},
    TypeName{TensorType::kString, "STRING"}};
constexpr size_t kShownLetters = 40;
constexpr const char* kWrongLengths = "its lengths do not fit its shape or its letters";

TensorType TypeNamed(std::string_view name) {
  for (const TypeName& row : kTypes) {
    if (row.name == name) return row.type;
  }
  return TensorType::kNone;
}

std::string_view NameOf(TensorType type) {
  for (const TypeName& row : kTypes) {
    if (row.type == type) return row.name;
  }
  return "";
}

template <typename Number>
bool ReadNumber(std::string_view word, Number* number) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, *number);
  return !word.empty() && read.ec == std::errc() && read.ptr == end;
}

// "2,3" as sizes; "" has none, which is a single element.
bool ReadSizes(std::string_view text, std::vector<int64_t>* sizes) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    int64_t size = 0;
    if (!ReadNumber(text.substr(0, end), &size) || size < 0) return false;
    sizes->push_back(size);
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
    if (text.empty()) return false;
  }
  return true;
}

// Whether the sizes are those of so many elements.
bool IsCount(const std::vector<int64_t>& sizes, uint64_t elements) {
  uint64_t count = 1;
  for (const int64_t size : sizes) {
    if (size != 0 && count > std::numeric_limits<uint64_t>::max() / static_cast<uint64_t>(size)) {
      return false;
    }
    count *= static_cast<uint64_t>(size);
  }
  return count == elements;
}

std::string SizesText(const std::vector<int64_t>& sizes) {
  std::string text = "[";
  for (const int64_t size : sizes) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + "]";
}

std::string Shown(std::string_view text) {
  if (text.size() <= kShownLetters) return "'" + std::string(text) + "'";
  size_t end = kShownLetters;
  while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + std::string(text.substr(0, end)) + "...'";
}

// The next word, and the rest after it; "" at the end.
std::string_view NextWord(std::string_view* text) {
  while (text->starts_with(' ')) text->remove_prefix(1);
  const std::string_view word = text->substr(0, text->find(' '));
  text->remove_prefix(word.size());
  return word;
}

bool PutWord(TensorType type, std::string_view word, std::string* values) {
  if (type == TensorType::kFloat || type == TensorType::kDouble) {
    float number = 0;
    double wide = 0;
    // A number that a float cannot hold is infinite or zero, as a double that is narrowed.
    if (!ReadNumber(word, &number)) {
      if (!ReadNumber(word, &wide)) return false;
      number = static_cast<float>(wide);
    }
    values->append(reinterpret_cast<const char*>(&number), sizeof number);
    return true;
  }
  int64_t number = 0;
  if (type == TensorType::kBoolean) {
    if (word != "true" && word != "false") return false;
    number = word == "true" ? 1 : 0;
  } else if (!ReadNumber(word, &number)) {
    return false;
  }
  if (type == TensorType::kUbyte && (number < 0 || number > 255)) return false;
  if (type == TensorType::kInt && number != static_cast<int32_t>(number)) return false;
  PutVarint(static_cast<uint64_t>(number), values);
  return true;
}

std::string ReadNumbers(std::string_view text, const TensorKind& kind, std::string* values) {
  uint64_t count = 0;
  for (std::string_view word = NextWord(&text); !word.empty(); word = NextWord(&text)) {
    if (!PutWord(kind.type, word, values)) {
      return Shown(word) + " is not an element of a " + std::string(NameOf(kind.type)) + " tensor";
    }
    ++count;
  }
  if (IsCount(kind.sizes, count)) return "";
  return "it has " + std::to_string(count) + " elements for the shape " + SizesText(kind.sizes);
}

// The bytes of so many UTF-16 units at the text's begin; npos where these do not end a letter.
size_t BytesOfUnits(std::string_view text, int64_t units) {
  size_t at = 0;
  while (units > 0 && at < text.size()) {
    const auto lead = static_cast<uint8_t>(text[at]);
    const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    units -= bytes == 4 ? 2 : 1;
    at += bytes;
  }
  return units == 0 && at <= text.size() ? at : std::string_view::npos;
}

std::string ReadTexts(std::string_view text, const TensorKind& kind, std::string* values) {
  constexpr char kText = 0x0a;  // the field of a bytes_list
  const size_t mark = text.find('#');
  if (mark == std::string_view::npos) return kWrongLengths;
  std::string_view lengths = text.substr(0, mark);
  std::string_view letters = text.substr(mark + 1);
  uint64_t count = 0;
  for (std::string_view word = NextWord(&lengths); !word.empty(); word = NextWord(&lengths)) {
    int64_t units = 0;
    if (!ReadNumber(word, &units) || units < 0) return kWrongLengths;
    const size_t bytes = BytesOfUnits(letters, units);
    if (bytes == std::string_view::npos) return kWrongLengths;
    values->push_back(kText);
    PutVarint(bytes, values);
    values->append(letters.substr(0, bytes));
    letters.remove_prefix(bytes);
    ++count;
  }
  return letters.empty() && IsCount(kind.sizes, count) ? "" : kWrongLengths;
}

}  // namespace

std::vector<TensorKind> ReadTensorKinds(std::string_view lines) {
  std::vector<TensorKind> kinds;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const size_t blank = std::min(line.find(' '), line.size());
    TensorKind kind{TypeNamed(line.substr(0, blank)), {}};
    if (!ReadSizes(line.substr(std::min(blank + 1, line.size())), &kind.sizes)) kind = {};
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::string ReadTensor(std::string_view text, const TensorKind& kind, std::string* values) {
  values->clear();
  const size_t first = text.find('#');
  const size_t second = first == std::string_view::npos ? first : text.find('#', first + 1);
  std::vector<int64_t> sizes;
  if (second == std::string_view::npos ||
      !ReadSizes(text.substr(first + 1, second - first - 1), &sizes)) {
    return Shown(text) + " is not a tensor, such as FLOAT#2,3#1 2 3 4 5 6";
  }
  const std::string_view name = text.substr(0, first);
  if (name != NameOf(kind.type)) {
    return "it is a tensor of " + Shown(name) + ", and that of the first row one of " +
           std::string(NameOf(kind.type));
  }
  if (sizes != kind.sizes) {
    return "its shape is " + SizesText(sizes) + ", and that of the first row " +
           SizesText(kind.sizes);
  }
  text.remove_prefix(second + 1);
  if (kind.type == TensorType::kString) return ReadTexts(text, kind, values);
  return ReadNumbers(text, kind, values);
}

}  // namespace paisql::examples
