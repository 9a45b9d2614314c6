#pragma once

// Writes the XML of answers.

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::rest {

std::string EscapedXml(std::string_view text);
// <name>text</name>, escaped.
std::string Element(std::string_view name, std::string_view text);
// <name>inner</name>, where `inner` is XML itself.
std::string Nested(std::string_view name, std::string_view inner);
// <![CDATA[all]]>, also of a text with "]]>".
std::string CData(std::string_view all);
// RFC 822: "Sat, 21 Nov 2026 00:00:00 GMT".
std::string HttpDate(int64_t ms);

}  // namespace paisql::rest
