#pragma once

// The characters that the lexer reads: one for each byte of the text, folded to the 128 classes
// that grammar/PaisqlLexer.g4 describes. Indexes are byte offsets, so that a token's place needs
// no conversion, and every class lies in the part of ANTLR's automaton that it caches.

#include <antlr4-runtime.h>

#include <string>
#include <string_view>

namespace paisql::syntax {

class CharStream final : public antlr4::CharStream {
 public:
  // The text must outlive the stream. Nobody reads what stands before `begin`.
  explicit CharStream(std::string_view text, size_t begin = 0);

  void consume() override { ++position_; }
  size_t LA(ssize_t offset) override {
    const size_t index = position_ + static_cast<size_t>(offset > 0 ? offset - 1 : offset);
    return index < classes_.size() ? static_cast<unsigned char>(classes_[index])
                                   : antlr4::IntStream::EOF;
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  size_t ClassAt(size_t index) const { return static_cast<unsigned char>(classes_[index]); }
  size_t index() override { return position_; }
  void seek(size_t index) override { position_ = index; }
  // The character at `at` is the first of a statement.
  void BeginStatement(size_t at);
  size_t size() override { return classes_.size(); }
  std::string getSourceName() const override { return "statement"; }
  std::string getText(const antlr4::misc::Interval& interval) override;
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;
  std::string classes_;
  size_t position_ = 0;
};

}  // namespace paisql::syntax
