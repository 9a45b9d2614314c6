#include "types/value_text.h"

#include "base/text.h"

namespace paisql {

namespace {

// JSON is UTF-8: this character replaces a byte that belongs to no character.
constexpr std::string_view kReplacement = "\uFFFD";

// The bytes of the character there that is not ASCII; 0 where there is none.
size_t CharacterSize(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return at + size <= text.size() && IsValidUtf8(text.substr(at, size)) ? size : 0;
}

}  // namespace

void AppendJsonString(std::string_view text, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 0xf];
        } else if (static_cast<unsigned char>(c) < 0x80) {
          out += c;
        } else {
          const size_t size = CharacterSize(text, at);
          out += size == 0 ? kReplacement : text.substr(at, size);
          if (size > 0) at += size - 1;
        }
    }
  }
  out += '"';
}

}  // namespace paisql
