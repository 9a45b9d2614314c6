#include "syntax/build/word_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "syntax/failure.h"

namespace paisql::syntax {

void FailAt(const CommandWord& word, const std::string& expected, std::string hint) {
  Fail(ErrorCode::kParse, word.range,
       InvalidToken(ToWord(word).text) + ", expect one of " + expected, std::move(hint));
}

namespace {

// Reads the brackets of PROPERTIES ('a'='b', 'c'='d'): quoted texts and, apart from them, the signs
// between. A name needs no quotes.
class PropertyReader {
 public:
  PropertyReader(const std::vector<CommandWord>& words, size_t first, const char* form)
      : form_(form) {
    for (size_t i = first; i < words.size(); ++i) {
      for (const WordPiece& piece : words[i].pieces) Add(piece);
    }
    // The word PROPERTIES itself.
    parts_.erase(parts_.begin());
  }

  std::vector<WordProperty> Read() {
    std::vector<WordProperty> properties;
    Expect("(");
    do {
      WordProperty& property = properties.emplace_back();
      property.name = Text();
      Expect("=");
      property.value = Text();
    } while (Takes(","));
    Expect(")");
    if (next_ < parts_.size()) Wrong();
    return properties;
  }

 private:
  struct Part {
    Word word;
    bool sign = false;
  };

  void Add(const WordPiece& piece) {
    if (piece.quoted) {
      parts_.push_back({ToWord({{piece}, piece.range}), false});
      return;
    }
    for (size_t at = 0; at < piece.text.size();) {
      constexpr std::string_view kSigns = "(=,)";
      const bool sign = kSigns.find(piece.text[at]) != std::string_view::npos;
      const size_t end =
          sign ? at + 1 : std::min(piece.text.find_first_of(kSigns, at), piece.text.size());
      const std::string_view text = piece.text.substr(at, end - at);
      parts_.push_back({{std::string(text), piece.range}, sign});
      at = end;
    }
  }

  Word Text() {
    if (next_ >= parts_.size() || parts_[next_].sign) Wrong();
    return parts_[next_++].word;
  }
  bool Takes(std::string_view sign) {
    const bool there =
        next_ < parts_.size() && parts_[next_].sign && parts_[next_].word.text == sign;
    if (there) ++next_;
    return there;
  }
  void Expect(std::string_view sign) {
    if (!Takes(sign)) Wrong();
  }
  // The text there may be a secret, and is not shown.
  [[noreturn]] void Wrong() const {
    const bool ends = next_ >= parts_.size();
    const SourceRange range = (ends ? parts_.back() : parts_[next_]).word.range;
    Fail(ErrorCode::kParse, range, "PROPERTIES has another form", form_);
  }

  const char* form_;
  std::vector<Part> parts_;
  size_t next_ = 0;
};

}  // namespace

const CommandWord& WordReader::Look(const std::string& expected) const {
  if (left() > 0) return words_[next_];
  Fail(ErrorCode::kParse, tokens_.RangeAt(tokens_.count() - 1),
       InvalidToken("<EOF>") + ", expect one of " + expected);
}

Word WordReader::Take(const std::string& expected) {
  Word word = ToWord(Look(expected));
  ++next_;
  return word;
}

bool WordReader::Takes(std::string_view keyword) {
  const bool there = left() > 0 && IsWord(words_[next_], keyword);
  if (there) ++next_;
  return there;
}

void WordReader::Expect(std::string_view keyword, const char* form) {
  const std::string quoted = "'" + std::string(keyword) + "'";
  const CommandWord& word = Look(quoted);
  if (!Takes(keyword)) FailAt(word, quoted, form);
}

bool WordReader::TakesCondition(bool negated) {
  const size_t before = next_;
  if (Takes("IF") && (!negated || Takes("NOT")) && Takes("EXISTS")) return true;
  next_ = before;
  return false;
}

bool WordReader::AtProperties(std::string_view keyword) const {
  if (left() == 0) return false;
  const WordPiece& piece = words_[next_].pieces[0];
  const std::string_view name = piece.text.substr(0, piece.text.find('('));
  return !piece.quoted && EqualsIgnoreCase(name, keyword);
}

std::vector<WordProperty> WordReader::TakeProperties(const char* form, std::string_view keyword) {
  if (!AtProperties(keyword)) return {};
  const size_t first = std::exchange(next_, words_.size());
  return PropertyReader(words_, first, form).Read();
}

void WordReader::End(const std::string& expected, const char* form) const {
  if (left() > 0) FailAt(words_[next_], expected, form);
}

}  // namespace paisql::syntax
