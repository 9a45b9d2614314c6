#pragma once

// Writes a manual page in the macros of man(7), which groff and mandoc read. Every text is plain
// UTF-8, in which `words` between backquotes are bold; what roff would take for a request or an
// escape is written so that it is shown as it is. One thread.

#include <span>
#include <string>
#include <string_view>

namespace paisql::shell {

class Roff {
 public:
  // The page's first line; `section` is "1" for programs.
  Roff(std::string_view name, std::string_view section, std::string_view source,
       std::string_view manual);

  void Section(std::string_view title);
  void Paragraph(std::string_view text);
  // A line after a section's title, without a break in front.
  void Line(std::string_view text);
  // A line that is not filled.
  void Synopsis(std::string_view text);
  // Writes the meaning of `tag`; `text` may be empty.
  void Item(std::string_view tag, std::string_view text);
  // Lines as they are, a little to the right.
  void Lines(std::span<const std::string_view> lines);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The text for one line, with `words` in bold.
std::string RoffText(std::string_view text);

}  // namespace paisql::shell
