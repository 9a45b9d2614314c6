#include "types/json/json_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/text.h"
#include "types/value_text.h"

namespace paisql {
namespace {

void AppendUtf8(uint32_t code, std::string& out) {
  const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool ReadWhole(JsonValue& value) {
    if (!ReadValue(value, 0)) return false;
    SkipBlanks();
    return at_ == text_.size();
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool Accept(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool AcceptWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool ReadValue(JsonValue& value, size_t depth) {
    SkipBlanks();
    if (at_ >= text_.size() || depth > kMaxJsonDepth) return false;
    switch (text_[at_]) {
      case '{':
        return ReadObject(value, depth);
      case '[':
        return ReadArray(value, depth);
      case '"':
        value.kind = JsonKind::kString;
        return ReadString(value.text);
      case 't':
        value.kind = JsonKind::kBoolean;
        value.truth = true;
        return AcceptWord("true");
      case 'f':
        value.kind = JsonKind::kBoolean;
        value.truth = false;
        return AcceptWord("false");
      case 'n':
        value.kind = JsonKind::kNull;
        return AcceptWord("null");
      default:
        value.kind = JsonKind::kNumber;
        return ReadNumber(value.text);
    }
  }

  bool ReadArray(JsonValue& value, size_t depth) {
    value.kind = JsonKind::kArray;
    ++at_;
    if (Accept(']')) return true;
    do {
      if (!ReadValue(value.items.emplace_back(), depth + 1)) return false;
    } while (Accept(','));
    return Accept(']');
  }

  bool ReadObject(JsonValue& value, size_t depth) {
    value.kind = JsonKind::kObject;
    ++at_;
    if (Accept('}')) return true;
    do {
      std::string key;
      SkipBlanks();
      if (at_ >= text_.size() || text_[at_] != '"' || !ReadString(key) || !Accept(':')) {
        return false;
      }
      JsonValue member;
      if (!ReadValue(member, depth + 1)) return false;
      value.keys.push_back(std::move(key));
      value.items.push_back(std::move(member));
    } while (Accept(','));
    DropEarlierOfEqualKeys(value);
    return Accept('}');
  }

  // The last value of a key stands at the place of its first, as in a map that is filled in turn.
  // Few objects have so many members that looking at each pair of them costs more than sorting.
  static void DropEarlierOfEqualKeys(JsonValue& value) {
    constexpr size_t kFew = 16;
    if (value.keys.size() > kFew) {
      std::vector<std::string_view> sorted(value.keys.begin(), value.keys.end());
      std::sort(sorted.begin(), sorted.end());
      if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < value.keys.size(); ++i) {
      const auto end = value.keys.begin() + static_cast<std::ptrdiff_t>(kept);
      const auto same = std::find(value.keys.begin(), end, value.keys[i]);
      if (same != end) {
        value.items[static_cast<size_t>(same - value.keys.begin())] = std::move(value.items[i]);
        continue;
      }
      if (kept != i) {
        value.keys[kept] = std::move(value.keys[i]);
        value.items[kept] = std::move(value.items[i]);
      }
      ++kept;
    }
    value.keys.resize(kept);
    value.items.resize(kept);
  }

  bool ReadNumber(std::string& out) {
    const size_t begin = at_;
    const auto digits = [&] {
      const size_t first = at_;
      while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
      return at_ > first;
    };
    if (text_[at_] == '-') ++at_;
    const bool zero = at_ < text_.size() && text_[at_] == '0';
    const size_t first = at_;
    if (!digits() || (zero && at_ > first + 1)) return false;
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      if (!digits()) return false;
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      if (!digits()) return false;
    }
    out = text_.substr(begin, at_ - begin);
    return true;
  }

  bool ReadHex(uint32_t& code) {
    code = 0;
    if (text_.size() - at_ < 4) return false;
    const char* begin = text_.data() + at_;
    const auto [end, failure] = std::from_chars(begin, begin + 4, code, 16);
    at_ += 4;
    return failure == std::errc() && end == begin + 4;
  }

  bool ReadUnicode(std::string& out) {
    uint32_t code = 0;
    if (!ReadHex(code) || code == 0) return false;
    if (code >= 0xDC00 && code <= 0xDFFF) return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
      uint32_t low = 0;
      if (!AcceptWord("\\u") || !ReadHex(low) || low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    AppendUtf8(code, out);
    return true;
  }

  bool ReadEscape(std::string& out) {
    if (at_ >= text_.size()) return false;
    const char c = text_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (c == 'u') return ReadUnicode(out);
    const size_t index = kFrom.find(c);
    if (index == std::string_view::npos) return false;
    out += kTo[index];
    return true;
  }

  bool ReadString(std::string& out) {
    ++at_;
    while (at_ < text_.size()) {
      const size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20) {
        ++at_;
      }
      out += text_.substr(begin, at_ - begin);
      if (at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (text_[at_++] == '"') return true;
      if (!ReadEscape(out)) return false;
    }
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// A number as the platform keeps it: BIGINT where it is written without fraction and fits, else
// DOUBLE.
void AppendNumber(std::string_view text, std::string& out) {
  const char* end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    int64_t integer = 0;
    const auto [rest, failure] = std::from_chars(text.data(), end, integer);
    if (failure == std::errc() && rest == end) {
      out += std::to_string(integer);
      return;
    }
  }
  const NearestDouble nearest = ToNearestDouble(text);
  if (nearest.fit == FieldFit::kFits) {
    AppendDouble(nearest.value, out);
  } else {
    // Nothing that JSON can spell is nearer to it.
    const double most = std::copysign(std::numeric_limits<double>::max(), nearest.value);
    AppendDouble(nearest.fit == FieldFit::kTooSmall ? 0.0 : most, out);
  }
}

void Append(const JsonValue& value, bool pretty, size_t level, std::string& out) {
  const auto new_line = [&](size_t indentation) {
    if (!pretty) return;
    out += '\n';
    out.append(indentation * 4, ' ');
  };
  switch (value.kind) {
    case JsonKind::kNull:
      out += "null";
      return;
    case JsonKind::kBoolean:
      out += value.truth ? "true" : "false";
      return;
    case JsonKind::kNumber:
      AppendNumber(value.text, out);
      return;
    case JsonKind::kString:
      AppendJsonString(value.text, out);
      return;
    case JsonKind::kArray:
    case JsonKind::kObject:
      break;
  }
  const bool object = value.kind == JsonKind::kObject;
  out += object ? '{' : '[';
  for (size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ',';
    new_line(level + 1);
    if (object) {
      AppendJsonString(value.keys[i], out);
      out += ':';
    }
    Append(value.items[i], pretty, level + 1, out);
  }
  if (!value.items.empty()) new_line(level);
  out += object ? '}' : ']';
}

}  // namespace

const JsonValue* JsonValue::Member(std::string_view key) const {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

JsonValue* JsonValue::Member(std::string_view key) {
  return const_cast<JsonValue*>(std::as_const(*this).Member(key));
}

void JsonValue::Put(std::string key, JsonValue value) {
  if (JsonValue* member = Member(key)) {
    *member = std::move(value);
    return;
  }
  keys.push_back(std::move(key));
  items.push_back(std::move(value));
}

JsonValue JsonValue::String(std::string text) {
  JsonValue value;
  value.kind = JsonKind::kString;
  value.text = std::move(text);
  return value;
}

// Members in any order, numbers by their value.
bool operator==(const JsonValue& left, const JsonValue& right) {
  if (left.kind != right.kind || left.items.size() != right.items.size()) return false;
  switch (left.kind) {
    case JsonKind::kNull:
      return true;
    case JsonKind::kBoolean:
      return left.truth == right.truth;
    case JsonKind::kNumber: {
      double a = 0;
      double b = 0;
      std::from_chars(left.text.data(), left.text.data() + left.text.size(), a);
      std::from_chars(right.text.data(), right.text.data() + right.text.size(), b);
      return left.text == right.text || a == b;
    }
    case JsonKind::kString:
      return left.text == right.text;
    case JsonKind::kArray:
      return left.items == right.items;
    case JsonKind::kObject:
      break;
  }
  for (size_t i = 0; i < left.keys.size(); ++i) {
    const JsonValue* other = right.Member(left.keys[i]);
    if (other == nullptr || !(left.items[i] == *other)) return false;
  }
  return true;
}

bool ReadJson(std::string_view text, JsonValue& value) {
  value = JsonValue();
  return Reader(text).ReadWhole(value) && IsValidUtf8(text);
}

void AppendJson(const JsonValue& value, std::string& out) { Append(value, false, 0, out); }

void AppendPrettyJson(const JsonValue& value, std::string& out) { Append(value, true, 0, out); }

void AppendJsonAsText(const JsonValue& value, std::string& out) {
  if (value.kind == JsonKind::kString) {
    out += value.text;
  } else {
    AppendJson(value, out);
  }
}

std::string_view JsonKindName(JsonKind kind) {
  constexpr std::string_view kNames[] = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<size_t>(kind)];
}

Result<std::string> CanonicalJson(std::string_view text) {
  JsonValue value;
  if (!ReadJson(text, value)) {
    return Error{
        ErrorCode::kRuntimeArguments, "the text is not JSON: " + std::string(text), {}, ""};
  }
  std::string canonical;
  AppendJson(value, canonical);
  return canonical;
}

}  // namespace paisql
