#pragma once

// Text that is pasted into a terminal, which puts it between two marks ("bracketed paste").

#include <string>
#include <string_view>

namespace paisql::shell {

inline constexpr std::string_view kPasteBegin = "\033[200~";
inline constexpr std::string_view kPasteEnd = "\033[201~";

// Makes text of the bytes: ends of lines become newlines, control characters other than tabs are
// left out, and broken UTF-8 becomes U+FFFD.
std::string CleanPaste(std::string_view bytes);

// Takes what arrives in pieces up to the end mark, however the pieces cut it.
class PasteCollector {
 public:
  // True when the mark has come; `rest` is then what stood after it.
  bool Add(std::string_view bytes, std::string& rest);
  // Forgets what came; the end mark is sought on.
  void Drop();
  // The bytes that came, without the mark.
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace paisql::shell
