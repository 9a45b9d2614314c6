#pragma once

// Prediction for the parser's fast attempt. ANTLR's own walk through its prediction automaton takes
// locks and hash look-ups for each token; this one keeps what the thread has seen of the automaton
// in plain tables and asks ANTLR only for what is new.

#include <antlr4-runtime.h>

namespace paisql::syntax {

class Predictor final : public antlr4::atn::ParserATNSimulator {
 public:
  // Takes over the automaton of the parser's own simulator. The parser must outlive the predictor.
  Predictor(antlr4::Parser* parser, antlr4::atn::ParserATNSimulator& replaced);

  size_t adaptivePredict(antlr4::TokenStream* input, size_t decision,
                         antlr4::ParserRuleContext* context) override;

 private:
  antlr4::dfa::DFAState* StartState(size_t decision, int precedence);
  void Learn(antlr4::TokenStream* input, size_t decision, int precedence);
};

}  // namespace paisql::syntax
