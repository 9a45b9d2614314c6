#pragma once

// Runs the lexer of grammar/PaisqlLexer.g4. ANTLR's own loop takes a lock and a hash look-up for
// each character; this one learns ANTLR's automaton once a thread into a table and then walks the
// table, ten times as fast, with the same tokens.

#include <antlr4-runtime.h>

#include <string_view>

#include "PaisqlLexer.h"
#include "syntax/lexer/char_stream.h"

namespace paisql::syntax {

using Lexer = paisql_grammar::PaisqlLexer;

struct ScannedToken {
  size_t type = 0;
  size_t begin = 0;
  size_t end = 0;

  // Blanks, comments and hints are hidden from the parser.
  bool visible() const { return type > Lexer::BLOCK_COMMENT; }
};

class Scanner {
 public:
  // The text must outlive the scanner. The first token stands at `begin` or after it.
  explicit Scanner(std::string_view text, size_t begin = 0)
      : stream_(text, begin), position_(begin) {}

  // A statement may begin here: a '#' begins a comment, as it does at the start of a line.
  void BeginStatement() { stream_.BeginStatement(position_); }
  // False at the end of the text.
  bool Next(ScannedToken& token);
  // The next token begins here; not in front of the last one's end.
  void SkipTo(size_t position) { position_ = position; }
  CharStream& stream() { return stream_; }

 private:
  CharStream stream_;
  size_t position_ = 0;
};

}  // namespace paisql::syntax
