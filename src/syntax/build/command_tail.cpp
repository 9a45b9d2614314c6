#include "syntax/build/command_tail.h"

#include "syntax/failure.h"

namespace paisql::syntax {

void FailAt(const CommandWord& word, const std::string& expected, std::string hint) {
  Fail(ErrorCode::kParse, word.range,
       InvalidToken(ToWord(word).text) + ", expect one of " + expected, std::move(hint));
}

bool TakeCondition(std::vector<CommandWord>& words, bool negated) {
  const size_t count = negated ? 3 : 2;
  if (words.size() < count || !IsWord(words[0], "IF")) return false;
  if (negated && !IsWord(words[1], "NOT")) return false;
  if (!IsWord(words[count - 1], "EXISTS")) return false;
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  return true;
}

}  // namespace paisql::syntax
