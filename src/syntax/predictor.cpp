#include "syntax/predictor.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "PaisqlParser.h"

namespace paisql::syntax {

namespace {

using Parser = paisql_grammar::PaisqlParser;

// Token types from EOF, which takes the place of the unused type 0, to the last one.
constexpr size_t kTypes = Parser::UNKNOWN + 1;
// A statement can make the automaton as large as it likes; what lies beyond is asked of ANTLR each
// time.
constexpr size_t kMaxRows = 8'192;
constexpr size_t kPrecedences = 16;

struct DecisionRow {
  size_t alternative = 0;               // decided here, or 0
  std::array<uint16_t, kTypes> next{};  // row 0 stands for "not seen"
};

struct Tables {
  std::vector<DecisionRow> rows{1};
  std::unordered_map<const antlr4::dfa::DFAState*, uint16_t> row_of;
  std::vector<std::array<uint16_t, kPrecedences>> starts;
};

thread_local Tables tables;

size_t TypeIndex(size_t type) { return type == antlr4::Token::EOF ? 0 : type; }

// The row of a state, made when there is room; 0 when there is none or when the state's answer
// depends on more than tokens.
uint16_t RowOf(const antlr4::dfa::DFAState* state) {
  const auto known = tables.row_of.find(state);
  if (known != tables.row_of.end()) return known->second;
  if (tables.rows.size() >= kMaxRows || !state->predicates.empty()) return 0;
  const auto row = static_cast<uint16_t>(tables.rows.size());
  tables.rows.emplace_back();
  tables.rows.back().alternative = state->isAcceptState ? state->prediction : 0;
  tables.row_of.emplace(state, row);
  return row;
}

}  // namespace

Predictor::Predictor(antlr4::Parser* parser, antlr4::atn::ParserATNSimulator& replaced)
    : ParserATNSimulator(parser, replaced.atn, replaced.decisionToDFA,
                         replaced.getSharedContextCache()) {
  if (tables.starts.empty()) tables.starts.resize(decisionToDFA.size());
}

size_t Predictor::adaptivePredict(antlr4::TokenStream* input, size_t decision,
                                  antlr4::ParserRuleContext* context) {
  if (getPredictionMode() != antlr4::atn::PredictionMode::SLL) {
    return ParserATNSimulator::adaptivePredict(input, decision, context);
  }
  const int precedence = decisionToDFA[decision].isPrecedenceDfa() ? parser->getPrecedence() : 0;
  if (precedence < 0 || static_cast<size_t>(precedence) >= kPrecedences) {
    return ParserATNSimulator::adaptivePredict(input, decision, context);
  }
  uint16_t row = tables.starts[decision][static_cast<size_t>(precedence)];
  for (ssize_t ahead = 1; row != 0; ++ahead) {
    if (const size_t alternative = tables.rows[row].alternative) return alternative;
    row = tables.rows[row].next[TypeIndex(input->LA(ahead))];
  }
  const size_t alternative = ParserATNSimulator::adaptivePredict(input, decision, context);
  Learn(input, decision, precedence);
  return alternative;
}

antlr4::dfa::DFAState* Predictor::StartState(size_t decision, int precedence) {
  _stateLock.readLock();
  antlr4::dfa::DFA& dfa = decisionToDFA[decision];
  antlr4::dfa::DFAState* start =
      dfa.isPrecedenceDfa() ? dfa.getPrecedenceStartState(precedence) : dfa.s0;
  _stateLock.readUnlock();
  return start;
}

// Follows the tokens that ANTLR has just followed and notes the states on the way.
void Predictor::Learn(antlr4::TokenStream* input, size_t decision, int precedence) {
  antlr4::dfa::DFAState* state = StartState(decision, precedence);
  if (state == nullptr) return;
  uint16_t row = RowOf(state);
  tables.starts[decision][static_cast<size_t>(precedence)] = row;
  for (ssize_t ahead = 1; row != 0 && tables.rows[row].alternative == 0; ++ahead) {
    const size_t type = input->LA(ahead);
    state = getExistingTargetState(state, type);
    if (state == nullptr || state == ERROR.get()) return;
    const uint16_t next = RowOf(state);
    tables.rows[row].next[TypeIndex(type)] = next;
    row = next;
  }
}

}  // namespace paisql::syntax
