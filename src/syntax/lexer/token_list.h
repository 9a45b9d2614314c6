#pragma once

// All tokens of one statement, lexed once: the parser reads the visible ones, the tree builder asks
// for places, texts and hints.

#include <antlr4-runtime.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/leash.h"
#include "syntax/lexer/lexer.h"
#include "syntax/lexer/literal_runs.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

class TokenList final : public antlr4::TokenStream {
 public:
  struct HintToken {
    size_t behind = 0;  // index of the visible token in front of it
    SourceRange range;
  };

  enum class Lists { kWhole, kShortened };

  // The text must outlive the list, and so must the leash, if there is one. With kShortened, runs()
  // holds what long lists of literals leave out. The first token stands at `begin` or after it:
  // what stands before counts for the places alone.
  explicit TokenList(std::string_view text, Leash* leash = nullptr, Lists lists = Lists::kWhole,
                     const TextPlace& begin = {});

  // A SyntaxFailure where the leash ends: each step of reading the statement passes here.
  void GoOn() const {
    if (leash_ != nullptr && leash_->Ended()) Stop();
  }

  std::string_view text() const { return text_; }
  // Visible tokens, the last one being EOF.
  size_t count() const { return tokens_.size(); }
  size_t TypeAt(size_t i) const { return tokens_[i]->getType(); }
  SourceRange RangeAt(size_t i) const { return RangeOf(tokens_[i].get()); }
  std::string_view TextAt(size_t i) const { return TextOf(tokens_[i].get()); }

  // For another reading of the statement: without the tokens [begin, end), or with another type of
  // one token. Whatever was made of the tokens before must be gone.
  void Cut(size_t begin, size_t end);
  void Retype(size_t i, size_t type) { tokens_[i]->setType(type); }

  static SourceRange RangeOf(const antlr4::Token* token);
  std::string_view TextOf(const antlr4::Token* token) const;
  std::string_view TextOf(const SourceRange& range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }
  const std::vector<HintToken>& hints() const { return hints_; }
  const std::map<size_t, LiteralRun>& runs() const { return runs_; }
  // The run that follows the token, or null.
  const LiteralRun* RunBehind(const antlr4::Token* token) const;

  // antlr4::TokenStream
  void consume() override;
  size_t LA(ssize_t offset) override { return LT(offset)->getType(); }
  antlr4::Token* LT(ssize_t offset) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position_; }
  void seek(size_t index) override { position_ = std::min(index, tokens_.size() - 1); }
  size_t size() override { return tokens_.size(); }
  antlr4::Token* get(size_t index) const override { return tokens_[index].get(); }
  // Only error recovery, which is off, would make tokens.
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return "statement"; }
  std::string getText(const antlr4::misc::Interval& interval) override;
  std::string getText() override { return std::string(text_); }
  std::string getText(antlr4::RuleContext* context) override;
  std::string getText(antlr4::Token* start, antlr4::Token* stop) override;

 private:
  bool IsField(const ScannedToken& token, const VisibleToken& last) const;
  void Add(size_t type, const SourceRange& range);
  [[noreturn]] void Stop() const;

  std::string_view text_;
  Leash* leash_;
  Scanner scanner_;
  std::vector<std::unique_ptr<antlr4::CommonToken>> tokens_;
  std::vector<HintToken> hints_;
  std::map<size_t, LiteralRun> runs_;
  size_t position_ = 0;
};

}  // namespace paisql::syntax
