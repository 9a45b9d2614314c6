#pragma once

// Gathers items: those that begin with what is typed, in any letter case, each once, spelled as
// they have to stand there. Private to this room.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "completion/completion.h"
#include "completion/reading/place.h"

namespace paisql::completion {

// In any letter case.
bool BeginsWith(std::string_view text, std::string_view prefix);
// Among words with '|' between them.
bool IsOneOf(std::string_view words, std::string_view word);

class Offer {
 public:
  // The items take the place of the text from `begin`; what is typed of them is `typed`.
  Offer(size_t begin, std::string typed) : typed_(std::move(typed)) { found_.begin = begin; }

  const std::string& typed() const { return typed_; }

  // An item that is written as it is.
  void Add(Item item);
  void Add(std::string_view text, Kind kind, std::string_view detail = "", bool goes_on = false) {
    Add({std::string(text), kind, std::string(detail), goes_on});
  }
  // The same whatever is typed.
  void AddAnyway(Item item);
  // A name of SQL, in back-ticks where it needs them. The last argument follows it: "." or "=".
  void AddName(std::string_view name, const Place& place, Kind kind, std::string_view detail,
               std::string_view behind = "");
  // Keywords, in the letter case of the word that is typed, else of the keyword before.
  void AddKeywords(const std::vector<std::string>& keywords, const Place& place);

  void SetSignature(std::string signature) { found_.signature = std::move(signature); }
  void SetPartial() { found_.whole = false; }
  bool empty() const { return found_.items.empty(); }
  Completions Take() { return std::move(found_); }

 private:
  std::string typed_;
  Completions found_;
  std::set<std::string, std::less<>> seen_;
};

// Whether the word that is typed, or where there is none the keyword before, is in lower case.
bool WritesLowerCase(const Place& place);

}  // namespace paisql::completion
