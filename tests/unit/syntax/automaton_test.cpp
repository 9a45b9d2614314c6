// The generated automata are made without the runtime's verification (cmake/LazyAutomaton.cmake),
// so it stands here.

#include <antlr4-runtime.h>
#include <gtest/gtest.h>

#include "PaisqlLexer.h"
#include "PaisqlParser.h"

namespace paisql::syntax {
namespace {

TEST(Automaton, IsWhatTheRuntimeExpects) {
  antlr4::ANTLRInputStream text("SELECT 1");
  paisql_grammar::PaisqlLexer lexer(&text);
  antlr4::CommonTokenStream tokens(&lexer);
  paisql_grammar::PaisqlParser parser(&tokens);
  antlr4::atn::ATNDeserializer deserializer;
  EXPECT_GT(lexer.getATN().states.size(), 1'000u);
  EXPECT_NO_THROW(deserializer.verifyATN(lexer.getATN()));
  EXPECT_GT(parser.getATN().states.size(), 1'000u);
  EXPECT_NO_THROW(deserializer.verifyATN(parser.getATN()));
}

}  // namespace
}  // namespace paisql::syntax
