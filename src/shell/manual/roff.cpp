#include "shell/manual/roff.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace paisql::shell {

namespace {

// The escape of a byte that has another meaning, or another look, in a page than in a terminal.
std::string_view EscapeOf(char byte) {
  switch (byte) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '"':
      return "\\(dq";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return "";
  }
}

// The character at `at` of valid UTF-8, which is of several bytes; `at` goes after it.
uint32_t ReadCharacter(std::string_view text, size_t& at) {
  const auto byte = [&text](size_t index) { return static_cast<uint8_t>(text[index]); };
  const int size = std::countl_one(byte(at));
  uint32_t code = byte(at) & (0x7FU >> size);
  const size_t end = std::min(at + static_cast<size_t>(size), text.size());
  for (++at; at < end; ++at) code = (code << 6U) | (byte(at) & 0x3FU);
  return code;
}

}  // namespace

std::string RoffText(std::string_view text) {
  std::string out;
  bool bold = false;
  for (size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (byte == '`') {
      bold = !bold;
      out += bold ? "\\fB" : "\\fR";
    } else if (const std::string_view escape = EscapeOf(byte); !escape.empty()) {
      out += escape;
    } else if (static_cast<unsigned char>(byte) < 0x80) {
      out += byte;
    } else {
      out += fmt::format("\\[u{:04X}]", ReadCharacter(text, at));
      continue;
    }
    ++at;
  }
  // A line that begins with one of these is a request.
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out;
}

Roff::Roff(std::string_view name, std::string_view section, std::string_view source,
           std::string_view manual)
    : text_(fmt::format(".TH {} {} \"\" \"{}\" \"{}\"\n", RoffText(name), section, RoffText(source),
                        RoffText(manual))) {
  // Neither wide blanks nor hyphens: the page is for terminals, and names shall be found in it.
  text_ += ".nh\n.ad l\n";
}

void Roff::Section(std::string_view title) { text_ += fmt::format(".SH {}\n", RoffText(title)); }

void Roff::Paragraph(std::string_view text) { text_ += ".PP\n" + RoffText(text) + "\n"; }

void Roff::Line(std::string_view text) { text_ += RoffText(text) + "\n"; }

void Roff::Synopsis(std::string_view text) { text_ += ".nf\n" + RoffText(text) + "\n.fi\n"; }

void Roff::Item(std::string_view tag, std::string_view text) {
  text_ += ".TP\n" + RoffText(tag) + "\n";
  text_ += text.empty() ? "\\&\n" : RoffText(text) + "\n";
}

void Roff::Lines(std::span<const std::string_view> lines) {
  text_ += ".PP\n.RS 4\n.nf\n";
  for (const std::string_view line : lines) text_ += RoffText(line) + "\n";
  text_ += ".fi\n.RE\n";
}

}  // namespace paisql::shell
