#include "rest/bodies/xml_writer.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "base/text.h"

namespace paisql::rest {

namespace {

// XML knows no other control characters, also not escaped.
bool IsXmlLetter(char letter) {
  return static_cast<unsigned char>(letter) >= ' ' || letter == '\t' || letter == '\n' ||
         letter == '\r';
}

// The text with '?' for each byte that cannot stand in XML. A text that is not UTF-8 keeps its
// ASCII alone.
std::string Letters(std::string_view text) {
  const bool plain = !IsValidUtf8(text);
  std::string letters(text);
  std::ranges::replace_if(
      letters, [&](char c) { return !IsXmlLetter(c) || (plain && c < 0); }, '?');
  return letters;
}

}  // namespace

std::string EscapedXml(std::string_view text) {
  std::string escaped;
  for (const char letter : Letters(text)) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string Nested(std::string_view name, std::string_view inner) {
  const std::string tag(name);
  return "<" + tag + ">" + std::string(inner) + "</" + tag + ">";
}

std::string Element(std::string_view name, std::string_view text) {
  return Nested(name, EscapedXml(text));
}

std::string CData(std::string_view all) {
  const std::string letters = Letters(all);
  std::string_view text = letters;
  std::string data = "<![CDATA[";
  while (true) {
    const size_t end = text.find("]]>");
    data += text.substr(0, end);
    if (end == std::string_view::npos) return data + "]]>";
    data += "]]]]><![CDATA[>";
    text.remove_prefix(end + 3);
  }
}

std::string HttpDate(int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  const size_t size = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), size};
}

}  // namespace paisql::rest
