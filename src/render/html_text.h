#pragma once

// Text in HTML, and in the labels of graphs that are written in it.

#include <string>
#include <string_view>

namespace paisql::render {

// Appends the text so that nothing of it is a tag, an entity or the end of an attribute. A newline
// stays one.
void AppendHtmlText(std::string_view text, std::string& out);

}  // namespace paisql::render
