#include "syntax/lexer/scanner.h"

#include <array>
#include <memory>
#include <vector>

#include "base/assert.h"

namespace paisql::syntax {

namespace {

// The channel of a token is not in ANTLR's public tables: the grammar lists the hidden rules first.
static_assert(Lexer::BLANK == 1 && Lexer::LINE_CONTINUATION == 2 && Lexer::LINE_COMMENT == 3 &&
              Lexer::HINT == 4 && Lexer::BLOCK_COMMENT == 5 && Lexer::UNCLOSED_COMMENT == 6);

constexpr size_t kClasses = 128;
constexpr int kUnknown = -1;
constexpr int kDead = -2;

// A deterministic automaton that grows as texts need it. One a thread: nothing is shared, nothing
// locked.
class Automaton final : private antlr4::atn::LexerATNSimulator {
 public:
  struct Row {
    antlr4::dfa::DFAState* state = nullptr;
    size_t accepts = 0;  // token type, 0 for none
    std::array<int, kClasses> next;
  };

  explicit Automaton(const antlr4::atn::ATN& atn) : LexerATNSimulator(atn, dfas_, contexts_) {
    for (size_t i = 0; i < atn.getNumberOfDecisions(); ++i) {
      dfas_.emplace_back(atn.getDecisionState(i), i);
    }
    _mode = 0;
    RowOf(addDFAState(computeStartState(nullptr, atn.modeToStartState[0]).release()));
  }

  const Row& row(int index) const { return rows_[static_cast<size_t>(index)]; }

  int Learn(int index, size_t character) {
    antlr4::dfa::DFAState* state = rows_[static_cast<size_t>(index)].state;
    antlr4::dfa::DFAState* target = computeTargetState(nullptr, state, character);
    const int next = target == ERROR.get() ? kDead : RowOf(target);
    rows_[static_cast<size_t>(index)].next[character] = next;
    return next;
  }

 private:
  int RowOf(antlr4::dfa::DFAState* state) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].state == state) return static_cast<int>(i);
    }
    Row row;
    row.state = state;
    row.accepts = state->isAcceptState ? state->prediction : 0;
    row.next.fill(kUnknown);
    rows_.push_back(row);
    return static_cast<int>(rows_.size() - 1);
  }

  std::vector<antlr4::dfa::DFA> dfas_;
  antlr4::atn::PredictionContextCache contexts_;
  std::vector<Row> rows_;
};

Automaton& ThreadAutomaton() {
  thread_local const std::unique_ptr<Automaton> automaton = [] {
    CharStream empty("");
    Lexer lexer(&empty);
    return std::make_unique<Automaton>(lexer.getATN());
  }();
  return *automaton;
}

}  // namespace

bool Scanner::Next(ScannedToken& token) {
  const size_t size = stream_.size();
  if (position_ >= size) return false;
  Automaton& automaton = ThreadAutomaton();
  token.type = 0;
  token.begin = position_;
  int index = 0;
  for (size_t i = position_; i < size; ++i) {
    const size_t character = stream_.ClassAt(i);
    int next = automaton.row(index).next[character];
    if (next == kUnknown) next = automaton.Learn(index, character);
    if (next == kDead) break;
    index = next;
    if (const size_t type = automaton.row(index).accepts; type != 0) {
      token.type = type;
      token.end = i + 1;
    }
  }
  PAISQL_ASSERT(token.type != 0, "the lexer's last rule must accept any character");
  position_ = token.end;
  return true;
}

}  // namespace paisql::syntax
