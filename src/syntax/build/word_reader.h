#pragma once

// Reads statements that the grammar knows as words alone: services, models, buckets, roles.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "syntax/lexer/words.h"
#include "syntax/word.h"

namespace paisql::syntax {

// "invalid token 'x', expect one of <expected>" at the word.
[[noreturn]] void FailAt(const CommandWord& word, const std::string& expected, std::string hint);

// The words of one statement, from the left to the right. Each function fails with a syntax error
// where the statement goes on, or ends, in another way than it reads; `form` is the error's hint.
class WordReader {
 public:
  // The tokens must outlive the reader.
  WordReader(const TokenList& tokens, std::vector<CommandWord> words)
      : tokens_(tokens), words_(std::move(words)) {}

  size_t left() const { return words_.size() - next_; }
  // The next word, which is not taken yet; `expected` says what is missing at the end.
  const CommandWord& Look(const std::string& expected) const;
  Word Take(const std::string& expected);
  // Takes the keyword where it stands here.
  bool Takes(std::string_view keyword);
  void Expect(std::string_view keyword, const char* form);
  // Takes IF EXISTS, or IF NOT EXISTS, where it stands here.
  bool TakesCondition(bool negated);
  // Whether the word, after which brackets follow, begins here, with or without them.
  bool AtProperties(std::string_view keyword = "PROPERTIES") const;
  // Takes PROPERTIES ('name'='value', …), which ends the statement, where it begins here. The error
  // tells nothing of the values, which may be secrets.
  std::vector<WordProperty> TakeProperties(const char* form,
                                           std::string_view keyword = "PROPERTIES");
  void End(const std::string& expected, const char* form = "") const;

 private:
  const TokenList& tokens_;
  std::vector<CommandWord> words_;
  size_t next_ = 0;
};

}  // namespace paisql::syntax
