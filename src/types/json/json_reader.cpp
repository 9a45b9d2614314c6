#include "types/json/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace paisql {
namespace {

using Kind = JsonFault::Kind;

constexpr size_t kHexDigits = 4;

bool IsWordPart(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         c == '+' || c == '-';
}

class Reader {
 public:
  Reader(std::string_view text, const JsonRules& rules, JsonFault& fault)
      : text_(text), rules_(rules), fault_(fault) {}

  bool ReadWhole(JsonValue& value) {
    if (!ReadValue(value, 0)) return false;
    SkipBlanks();
    return at_ == text_.size() || Fail(Kind::kAfter, at_, text_.size());
  }

 private:
  bool Fail(Kind kind, size_t begin, size_t end) {
    fault_.kind = kind;
    fault_.place = PlaceOf(begin, end);
    fault_.at_end = begin >= text_.size() || kind == Kind::kOpenString;
    return false;
  }

  // What stands here is a word or a character, and something else is wanted.
  bool Miss(Kind kind) {
    size_t end = std::min(at_ + 1, text_.size());
    const auto continues = [this](size_t i) { return (text_[i] & 0xC0) == 0x80; };
    while (end < text_.size() && continues(end)) ++end;
    while (end < text_.size() && IsWordPart(text_[at_]) && IsWordPart(text_[end])) ++end;
    return Fail(kind, at_, end);
  }

  static JsonPlace PlaceOf(size_t begin, size_t end) {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  bool StandsAt(size_t at, char c) const { return at < text_.size() && text_[at] == c; }

  void SkipBlanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  bool Accept(char c) {
    SkipBlanks();
    if (!StandsAt(at_, c)) return false;
    ++at_;
    return true;
  }

  bool ReadValue(JsonValue& value, size_t depth) {
    SkipBlanks();
    if (depth > rules_.depth) return Fail(Kind::kDepth, at_, at_);
    const size_t begin = at_;
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    const bool read = c == '{'   ? ReadObject(value, depth)
                      : c == '[' ? ReadArray(value, depth)
                      : c == '"' ? ReadString(value.text)
                                 : ReadWord(value);
    if (c == '"') value.kind = JsonKind::kString;
    value.place = PlaceOf(begin, at_);
    return read;
  }

  bool ReadArray(JsonValue& value, size_t depth) {
    value.kind = JsonKind::kArray;
    ++at_;
    if (Accept(']')) return true;
    do {
      if (!ReadValue(value.items.emplace_back(), depth + 1)) return false;
    } while (Accept(','));
    return Accept(']') || Miss(Kind::kOpenArray);
  }

  bool ReadObject(JsonValue& value, size_t depth) {
    value.kind = JsonKind::kObject;
    ++at_;
    if (Accept('}')) return true;
    do {
      SkipBlanks();
      if (!StandsAt(at_, '"')) return Miss(Kind::kNoKey);
      const size_t begin = at_;
      std::string key;
      if (!ReadString(key)) return false;
      const JsonPlace key_place = PlaceOf(begin, at_);
      if (!Accept(':')) return Miss(Kind::kNoColon);
      JsonValue member;
      if (!ReadValue(member, depth + 1)) return false;
      member.key_place = key_place;
      value.keys.push_back(std::move(key));
      value.items.push_back(std::move(member));
    } while (Accept(','));
    if (!Accept('}')) return Miss(Kind::kOpenObject);
    return rules_.equal_keys == JsonRules::EqualKeys::kAll || SettleEqualKeys(value);
  }

  // Few objects have so many members that looking at each pair of them costs more than sorting.
  bool SettleEqualKeys(JsonValue& value) {
    constexpr size_t kFew = 16;
    if (value.keys.size() > kFew) {
      std::vector<std::string_view> sorted(value.keys.begin(), value.keys.end());
      std::sort(sorted.begin(), sorted.end());
      if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return true;
    }
    if (rules_.equal_keys == JsonRules::EqualKeys::kFault) return RefuseEqualKeys(value);
    DropEarlierOfEqualKeys(value);
    return true;
  }

  bool RefuseEqualKeys(const JsonValue& value) {
    std::set<std::string_view> seen;
    for (size_t i = 0; i < value.keys.size(); ++i) {
      if (seen.insert(value.keys[i]).second) continue;
      fault_.key = value.keys[i];
      const JsonPlace& place = value.items[i].key_place;
      return Fail(Kind::kEqualKeys, place.begin, place.end);
    }
    return true;
  }

  // The last value of a key stands at the place of its first, as in a map that is filled in turn.
  static void DropEarlierOfEqualKeys(JsonValue& value) {
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

  // true, false, null or a number.
  bool ReadWord(JsonValue& value) {
    size_t end = at_;
    while (end < text_.size() && IsWordPart(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (word == "true" || word == "false") {
      value.kind = JsonKind::kBoolean;
      value.truth = word == "true";
    } else if (word != "null") {
      value.kind = JsonKind::kNumber;
      if (!IsNumber(word)) return Miss(Kind::kNoValue);
    }
    value.text = word;
    at_ = end;
    return true;
  }

  // JSON's own spelling: no leading zero, no leading plus, digits on both sides of the point.
  static bool IsNumber(std::string_view word) {
    size_t at = 0;
    const auto accept = [&](char one, char other) {
      const bool stands = at < word.size() && (word[at] == one || word[at] == other);
      if (stands) ++at;
      return stands;
    };
    const auto digits = [&] {
      const size_t begin = at;
      while (at < word.size() && IsDigit(word[at])) ++at;
      return at - begin;
    };
    accept('-', '-');
    const bool zero = at < word.size() && word[at] == '0';
    const size_t whole = digits();
    if (whole == 0 || (zero && whole > 1)) return false;
    if (accept('.', '.') && digits() == 0) return false;
    if (accept('e', 'E')) {
      accept('+', '-');
      if (digits() == 0) return false;
    }
    return at == word.size();
  }

  bool ReadHex(size_t at, uint32_t& code) const {
    const std::string_view digits = text_.substr(std::min(at, text_.size()), kHexDigits);
    const char* const end = digits.data() + digits.size();
    const auto [rest, failure] = std::from_chars(digits.data(), end, code, 16);
    return digits.size() == kHexDigits && failure == std::errc() && rest == end;
  }

  // After "\u"; a character beyond U+FFFF is two of them.
  bool ReadUnicode(std::string& out) {
    const size_t begin = at_ - 2;
    uint32_t code = 0;
    if (!ReadHex(at_, code)) return Fail(Kind::kNoCharacter, begin, at_);
    at_ += kHexDigits;
    const bool high = code >= 0xD800 && code < 0xDC00;
    uint32_t low = 0;
    const bool pair = high && text_.substr(at_, 2) == "\\u" && ReadHex(at_ + 2, low) &&
                      low >= 0xDC00 && low <= 0xDFFF;
    if ((high && !pair) || (code >= 0xDC00 && code <= 0xDFFF) || (code == 0 && !rules_.nul)) {
      return Fail(Kind::kNoCharacter, begin, at_);
    }
    if (pair) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      at_ += 2 + kHexDigits;
    }
    AppendUtf8(code, &out);
    return true;
  }

  bool ReadEscape(std::string& out) {
    const char c = text_[at_++];
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (c == 'u') return ReadUnicode(out);
    const size_t index = kFrom.find(c);
    if (index == std::string_view::npos && !rules_.loose) {
      return Fail(Kind::kBadString, at_ - 2, at_);
    }
    out += index == std::string_view::npos ? c : kTo[index];
    return true;
  }

  bool ReadString(std::string& out) {
    const size_t quote = at_++;
    const unsigned char least = rules_.loose ? 0 : ' ';
    while (at_ < text_.size()) {
      const size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= least) {
        ++at_;
      }
      out += text_.substr(begin, at_ - begin);
      if (at_ >= text_.size()) break;
      if (text_[at_] == '"') {
        ++at_;
        return true;
      }
      if (text_[at_] != '\\') return Fail(Kind::kBadString, at_, at_ + 1);
      if (++at_ >= text_.size()) break;
      if (!ReadEscape(out)) return false;
    }
    return Fail(Kind::kOpenString, quote, text_.size());
  }

  std::string_view text_;
  const JsonRules& rules_;
  JsonFault& fault_;
  size_t at_ = 0;
};

struct FaultWords {
  std::string_view what;  // after the part that is wrong, if it begins with a blank
  std::string_view hint;
};

// By Kind.
constexpr std::string_view kClose = "close every quote and every bracket";
constexpr FaultWords kFaultWords[] = {
    {"the JSON ends before this", "remove it, or look for a bracket too many in front of it"},
    {"a key in double quotes", "quote keys (\"ps\") and drop the trailing comma"},
    {"a colon", "write \"key\": value"},
    {"a value", "write a text in double quotes, a number, true, false, null, [...] or {...}"},
    {"a comma or '}'", kClose},
    {"a comma or ']'", kClose},
    {"a quote does not end", "close it"},
    {" stands in a text", "write \\n for the end of a line and \\\\ for a backslash"},
    {" names no character",
     "write \\u and four hexadecimal digits; a character beyond U+FFFF is a pair"},
    {" appears twice", "leave one of them out"},
    {"the JSON is nested too deeply", ""},
};

}  // namespace

Error JsonFault::ToError(std::string_view text) const {
  const FaultWords& words = kFaultWords[static_cast<size_t>(kind)];
  std::string what(words.what);
  std::string hint(words.hint);
  const std::string part =
      "'" + std::string(text.substr(place.begin, place.end - place.begin)) + "'";
  if (kind >= Kind::kNoKey && kind <= Kind::kOpenArray) {
    what = (at_end ? "the JSON ends where " : part + " stands where ") + what + " is wanted";
    if (at_end) hint = kClose;
  } else if (kind == Kind::kEqualKeys) {
    what = "the key '" + key + "'" + what;
  } else if (what.starts_with(' ')) {
    what = part + what;
  }
  Error error{ErrorCode::kInvalidCommand, std::move(what), {}, std::move(hint)};
  // At the text's end there is nothing to point at but the last character.
  error.range.begin = std::min<size_t>(place.begin, text.empty() ? 0 : text.size() - 1);
  error.range.end = std::max<size_t>(place.end, error.range.begin + 1);
  return error;
}

bool ReadJson(std::string_view text, const JsonRules& rules, JsonValue& value, JsonFault& fault) {
  value = JsonValue();
  return Reader(text, rules, fault).ReadWhole(value);
}

bool ReadJson(std::string_view text, JsonValue& value) {
  JsonFault fault;
  return ReadJson(text, {}, value, fault) && IsValidUtf8(text);
}

SourceRange JsonLines::RangeOf(const JsonPlace& place) {
  if (place.begin < at_.begin) at_ = {0, 0, 1, 1};
  for (const char letter : text_.substr(at_.begin, place.begin - at_.begin)) {
    const bool continues = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;
    if (letter == '\n') {
      ++at_.line;
      at_.column = 1;
    } else if (!continues) {
      ++at_.column;
    }
  }
  at_.begin = place.begin;
  at_.end = place.end;
  return at_;
}

}  // namespace paisql
