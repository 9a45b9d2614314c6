#pragma once

// Texts in other character sets than UTF-8, by the C library's tables.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::engine {

class Charset {
 public:
  // nullptr where one of the two is unknown. Names as in Java or iconv, in any letter case; UTF-16
  // is written with the big end first and a mark in front, as Java does.
  static std::unique_ptr<Charset> Between(std::string_view from, std::string_view to);
  ~Charset();
  Charset(const Charset&) = delete;
  Charset& operator=(const Charset&) = delete;

  // nullopt where a character is malformed in the one, or unknown in the other.
  std::optional<std::string> Convert(std::string_view text);
  // With '?' in the place of each such character.
  std::string ConvertAll(std::string_view text);

 private:
  Charset(void* handle, bool marks) : handle_(handle), marks_(marks) {}
  // Converts the longest valid part; `at` is the end of that part.
  bool Step(std::string_view text, size_t& at, std::string& out);
  void* handle_;
  bool marks_;
};

}  // namespace paisql::engine
