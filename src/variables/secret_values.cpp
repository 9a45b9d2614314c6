#include "variables/secret_values.h"

#include <algorithm>
#include <cctype>

#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::variables {

namespace {

constexpr size_t kLongEnough = 4;       // bytes that are a secret also within a word
constexpr size_t kWordsAreKept = 8192;  // of a longer value the words are no more looked for

bool IsWordByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

bool StandsAsWord(std::string_view text, size_t begin, size_t end) {
  return (begin == 0 || !IsWordByte(text[begin - 1])) &&
         (end == text.size() || !IsWordByte(text[end]));
}

// A message that quotes a long text cuts it.
bool IsCut(std::string_view rest) { return rest.starts_with("...") || rest.starts_with("…"); }

}  // namespace

void SecretValues::Add(std::string_view value) {
  const std::string text = ToLower(Trim(value));
  const auto keep = [this](std::string_view part, bool as_word) {
    if (part.empty()) return;
    const Part made{std::string(part), as_word};
    if (std::ranges::find(parts_, made) == parts_.end()) parts_.push_back(made);
  };
  keep(text, text.size() < kLongEnough);
  for (size_t at = 0; at < text.size() && text.size() <= kWordsAreKept;) {
    size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    keep(std::string_view(text).substr(at, end - at), true);
    at = end + 1;
  }
  std::ranges::stable_sort(parts_, [](const Part& one, const Part& other) {
    return one.text.size() > other.text.size();
  });
}

// The length of the secret that begins there in a text in lower case; 0: there is none.
size_t SecretValues::LengthAt(std::string_view text, size_t at) const {
  const std::string_view rest = text.substr(at);
  for (const Part& part : parts_) {
    const auto same = static_cast<size_t>(
        std::ranges::mismatch(rest, std::string_view(part.text)).in1 - rest.begin());
    if (same == part.text.size() && (!part.as_word || StandsAsWord(text, at, at + same))) {
      return same;
    }
    if (same >= kLongEnough && IsCut(rest.substr(same))) return same;
  }
  return 0;
}

std::string SecretValues::Mask(std::string_view text) const {
  if (parts_.empty()) return std::string(text);
  const std::string lower = ToLower(text);
  std::string masked;
  for (size_t at = 0; at < text.size();) {
    const size_t length = LengthAt(lower, at);
    if (length == 0) {
      masked += text[at++];
      continue;
    }
    masked += kRedacted;
    at += length;
  }
  return masked;
}

Error SecretValues::Mask(Error error) const {
  error.detail = Mask(error.detail);
  error.hint = Mask(error.hint);
  for (Error& other : error.others) other = Mask(std::move(other));
  return error;
}

}  // namespace paisql::variables
