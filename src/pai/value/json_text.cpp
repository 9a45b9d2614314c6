#include "pai/value/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "base/text.h"
#include "base/utf8.h"
#include "syntax/lexer/full_width.h"

namespace paisql::pai {

namespace {

// Deeper than any description of a cluster, and shallow enough for every stack.
constexpr int kDeepest = 32;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsWordPart(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

// JSON's own spelling: no leading zero, no leading plus, digits on both sides of the point.
bool IsNumber(std::string_view text) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t begin = i;
    while (i < text.size() && IsDigit(text[i])) ++i;
    return i - begin;
  };
  if (i < text.size() && text[i] == '-') ++i;
  const size_t first = i;
  const size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

constexpr size_t kHexDigits = 4;
constexpr uint32_t kSurrogates = 0xD800;
constexpr uint32_t kLowSurrogates = 0xDC00;

bool IsSurrogate(uint32_t code) { return code >= kSurrogates && code <= 0xDFFF; }

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Result<JsonNode> ReadAll() {
    PAISQL_ASSIGN(JsonNode node, Read(0));
    if (at_ < text_.size()) {
      return Fault(at_, text_.size(), "the JSON ends before this",
                   "remove it, or look for a bracket too many in front of it");
    }
    return node;
  }

 private:
  Error Fault(size_t begin, size_t end, const std::string& what, std::string hint) const {
    Error error{ErrorCode::kInvalidCommand, what, {}, std::move(hint)};
    // At the text's end there is nothing to point at but the last character.
    error.range.begin = std::min(begin, text_.empty() ? 0 : text_.size() - 1);
    error.range.end = std::max(end, error.range.begin + 1);
    return error;
  }

  Error Unexpected(const std::string& wanted, std::string hint) const {
    if (at_ >= text_.size()) {
      return Fault(at_, at_, "the JSON ends where " + wanted + " is wanted",
                   "close every quote and every bracket");
    }
    size_t end = at_ + 1;
    const auto continues = [this](size_t i) { return (text_[i] & 0xC0) == 0x80; };
    while (end < text_.size() && continues(end)) ++end;  // a character of UTF-8 is one
    while (IsWordPart(text_[at_]) && end < text_.size() && IsWordPart(text_[end])) ++end;
    if (const char meaning = syntax::FullWidthMeaning(text_.substr(at_)); meaning != 0) {
      hint = std::string("this is full-width punctuation: type the ASCII character ") + meaning;
    }
    return Fault(
        at_, end,
        "'" + std::string(text_.substr(at_, end - at_)) + "' stands where " + wanted + " is wanted",
        std::move(hint));
  }

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  bool Take(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Result<JsonNode> Read(int depth) {
    SkipBlanks();
    if (depth > kDeepest) return Fault(at_, at_, "the JSON is nested too deeply", "");
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    Result<JsonNode> node = c == '{'   ? ReadObject(depth)
                            : c == '[' ? ReadArray(depth)
                            : c == '"' ? ReadString()
                                       : ReadWord();
    SkipBlanks();
    return node;
  }

  Result<JsonNode> ReadObject(int depth) {
    JsonNode node{JsonKind::kObject, at_++, 0, "", {}, {}};
    if (!Take('}')) {
      do {
        SkipBlanks();
        if (at_ >= text_.size() || text_[at_] != '"') {
          return Unexpected("a key in double quotes",
                            "quote keys (\"ps\") and drop the trailing comma");
        }
        PAISQL_ASSIGN(JsonNode key, ReadString());
        for (const JsonMember& other : node.members) {
          if (other.key.text != key.text) continue;
          return Fault(key.begin, key.end, "the key '" + key.text + "' appears twice",
                       "leave one of them out");
        }
        if (!Take(':')) return Unexpected("a colon", "write \"key\": value");
        PAISQL_ASSIGN(JsonNode value, Read(depth + 1));
        node.members.push_back({std::move(key), std::move(value)});
      } while (Take(','));
      if (!Take('}')) return Unexpected("a comma or '}'", "close every quote and every bracket");
    }
    node.end = at_;
    return node;
  }

  Result<JsonNode> ReadArray(int depth) {
    JsonNode node{JsonKind::kArray, at_++, 0, "", {}, {}};
    if (!Take(']')) {
      do {
        PAISQL_ASSIGN(JsonNode element, Read(depth + 1));
        node.elements.push_back(std::move(element));
      } while (Take(','));
      if (!Take(']')) return Unexpected("a comma or ']'", "close every quote and every bracket");
    }
    node.end = at_;
    return node;
  }

  Result<JsonNode> ReadString() {
    JsonNode node{JsonKind::kString, at_, 0, "", {}, {}};
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        PAISQL_TRY(ReadEscape(&node.text));
      } else {
        node.text += text_[at_];
      }
    }
    if (at_ >= text_.size()) {
      return Fault(node.begin, text_.size(), "a quote does not end", "close it");
    }
    node.end = ++at_;
    return node;
  }

  // Reads the escape from the character after its backslash to its last character. A character that
  // JSON gives no meaning stands for itself.
  Status ReadEscape(std::string* text) {
    if (text_[at_] == 'u') return ReadCodePoint(text);
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kMeanings = "\b\f\n\r\t";
    const size_t letter = kLetters.find(text_[at_]);
    *text += letter == std::string_view::npos ? text_[at_] : kMeanings[letter];
    return Status::Ok();
  }

  // \u0041, or two of them for a character beyond U+FFFF.
  Status ReadCodePoint(std::string* text) {
    const size_t begin = at_ - 1;
    const auto fault = [&](size_t digits) {
      const size_t end = std::min(text_.size(), begin + 2 + digits);
      return Fault(begin, end,
                   "'" + std::string(text_.substr(begin, end - begin)) + "' names no character",
                   "write \\u and four hexadecimal digits; a character beyond U+FFFF is a pair");
    };
    std::optional<uint32_t> code = HexAt(at_ + 1);
    if (!code.has_value()) return fault(0);
    at_ += kHexDigits;
    if (IsSurrogate(*code)) {
      const bool pair = text_.substr(at_ + 1, 2) == "\\u";
      const std::optional<uint32_t> low = pair ? HexAt(at_ + 3) : std::nullopt;
      if (*code >= kLowSurrogates || !low.has_value() || *low < kLowSurrogates ||
          !IsSurrogate(*low)) {
        return fault(kHexDigits);
      }
      code = 0x10000 + ((*code - kSurrogates) << 10) + (*low - kLowSurrogates);
      at_ += 2 + kHexDigits;
    }
    AppendUtf8(*code, text);
    return Status::Ok();
  }

  std::optional<uint32_t> HexAt(size_t begin) const {
    const std::string_view digits = text_.substr(std::min(begin, text_.size()), kHexDigits);
    uint32_t code = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, code, 16);
    if (digits.size() < kHexDigits || error != std::errc() || rest != end) return std::nullopt;
    return code;
  }

  Result<JsonNode> ReadWord() {
    JsonNode node{JsonKind::kNull, at_, 0, "", {}, {}};
    size_t end = at_;
    while (end < text_.size() && IsWordPart(text_[end])) ++end;
    node.text = text_.substr(at_, end - at_);
    if (node.text == "true" || node.text == "false") {
      node.kind = JsonKind::kBoolean;
    } else if (IsNumber(node.text)) {
      node.kind = JsonKind::kNumber;
    } else if (node.text != "null") {
      return Unexpected("a value", "write JSON: {\"ps\":{\"count\":1},\"worker\":{\"count\":2}}");
    }
    at_ = node.end = end;
    return node;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string_view JsonKindText(JsonKind kind) {
  switch (kind) {
    case JsonKind::kObject:
      return "an object";
    case JsonKind::kArray:
      return "a list";
    case JsonKind::kString:
      return "a text";
    case JsonKind::kNumber:
      return "a number";
    case JsonKind::kBoolean:
      return "true or false";
    case JsonKind::kNull:
      return "null";
  }
  PAISQL_UNREACHABLE("a kind of JSON without a text");
}

Result<JsonNode> ParseJson(std::string_view text) { return JsonReader(text).ReadAll(); }

}  // namespace paisql::pai
