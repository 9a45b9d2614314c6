#include "rest/xml_writer.h"

#include <array>
#include <ctime>

namespace paisql::rest {

std::string EscapedXml(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
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

std::string CData(std::string_view text) {
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
