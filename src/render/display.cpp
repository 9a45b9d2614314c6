#include "render/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/text.h"
#include "render/renderer.h"

namespace paisql::render {

namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// C1 control characters, ends of lines and paragraphs, and what turns the direction of reading.
constexpr Range kObeyed[] = {{0x80, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

bool IsObeyed(uint32_t code_point) {
  return std::any_of(std::begin(kObeyed), std::end(kObeyed), [code_point](const Range& range) {
    return code_point >= range.first && code_point <= range.last;
  });
}

bool IsPlainAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

// The bytes of the character at `at`: those of a whole UTF-8 character, else one.
size_t CharacterLength(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const std::string_view character = text.substr(at, length);
  return character.size() == length && IsValidUtf8(character) ? length : 1;
}

uint32_t CodePoint(std::string_view character) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  uint32_t code_point = byte(0);
  if (character.size() > 1) code_point &= 0xFFU >> (character.size() + 1);
  for (size_t i = 1; i < character.size(); ++i) code_point = (code_point << 6) | (byte(i) & 0x3FU);
  return code_point;
}

struct Replacement {
  std::string_view text;
  std::string_view ascii;
};

constexpr Replacement kReplacements[] = {
    {"─", "-"}, {"│", "|"}, {"┌", "+"}, {"┬", "+"}, {"┐", "+"}, {"├", "+"},
    {"┼", "+"}, {"┤", "+"}, {"└", "+"}, {"┴", "+"}, {"┘", "+"}, {"…", "."},
};

}  // namespace

void AppendShown(std::string_view text, std::string& out) {
  if (IsPlainAscii(text)) {
    out += text;
    return;
  }
  std::string escaped;
  AppendEscaped(text, false, escaped);
  for (size_t at = 0; at < escaped.size();) {
    const size_t length = CharacterLength(escaped, at);
    const std::string_view character = std::string_view(escaped).substr(at, length);
    const uint32_t code_point = CodePoint(character);
    if (length == 1 && code_point >= 0x80) {
      fmt::format_to(std::back_inserter(out), "\\x{:02X}", code_point);
    } else if (IsObeyed(code_point)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04X}", code_point);
    } else {
      out += character;
    }
    at += length;
  }
}

std::string ToAscii(std::string_view text) {
  std::string ascii;
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ascii += text[at++];
      continue;
    }
    const size_t length = CharacterLength(text, at);
    const std::string_view character = text.substr(at, length);
    const auto* known = std::find_if(std::begin(kReplacements), std::end(kReplacements),
                                     [&](const Replacement& r) { return r.text == character; });
    if (known != std::end(kReplacements)) {
      ascii += known->ascii;
    } else {
      ascii.append(static_cast<size_t>(std::max(0, DisplayWidth(character))), '?');
    }
    at += length;
  }
  return ascii;
}

}  // namespace paisql::render
