#include "engine/coding/charset.h"

#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>

#include "base/text.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kMark = "\xFE\xFF";

}  // namespace

std::unique_ptr<Charset> Charset::Between(std::string_view from, std::string_view to) {
  const bool marks = EqualsIgnoreCase(to, "UTF-16") || EqualsIgnoreCase(to, "UTF16");
  const std::string target = marks ? "UTF-16BE" : std::string(to);
  // A name with a slash would ask iconv for its own ways of replacing characters.
  if (target.find('/') != std::string::npos || from.find('/') != std::string_view::npos ||
      target.empty() || from.empty()) {
    return nullptr;
  }
  const iconv_t handle = iconv_open(target.c_str(), std::string(from).c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how iconv_open says that it failed
  if (handle == reinterpret_cast<iconv_t>(intptr_t{-1})) return nullptr;
  return std::unique_ptr<Charset>(new Charset(handle, marks));
}

Charset::~Charset() { iconv_close(handle_); }

bool Charset::Step(std::string_view text, size_t& at, std::string& out) {
  std::array<char, 4096> buffer;
  char* in = const_cast<char*>(text.data()) + at;
  size_t left = text.size() - at;
  while (true) {
    char* to = buffer.data();
    size_t room = buffer.size();
    const size_t result = iconv(handle_, &in, &left, &to, &room);
    out.append(buffer.data(), buffer.size() - room);
    at = text.size() - left;
    if (result != static_cast<size_t>(-1)) return true;
    if (errno != E2BIG) return false;
  }
}

std::optional<std::string> Charset::Convert(std::string_view text) {
  iconv(handle_, nullptr, nullptr, nullptr, nullptr);
  std::string out(marks_ ? kMark : std::string_view());
  size_t at = 0;
  if (!Step(text, at, out)) return std::nullopt;
  return out;
}

std::string Charset::ConvertAll(std::string_view text) {
  iconv(handle_, nullptr, nullptr, nullptr, nullptr);
  std::string out(marks_ ? kMark : std::string_view());
  for (size_t at = 0; at < text.size() && !Step(text, at, out);) {
    size_t none = 0;
    constexpr std::string_view kUnknown = "?";
    // The mark is a letter of the source; where that is not ASCII, the target takes the byte
    // itself.
    if (!Step(kUnknown, none, out)) out += kUnknown;
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return out;
}

}  // namespace paisql::engine
