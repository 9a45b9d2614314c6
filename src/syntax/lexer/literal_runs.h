#pragma once

// Long lists of literals, IN (1, 2, …) and VALUES (1, 'a'), (2, 'b'), …, keep only their first
// elements and their last one for the parser. The elements between become a run: a part of the text
// that the tree builder reads by itself, without a token and a context of ANTLR for each word.

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"

namespace paisql::syntax {

struct VisibleToken {
  size_t type = 0;
  SourceRange range;
};

// ", 3, 4, 5" or ", (3, 'c'), (4, 'd')": plain literals, numbers perhaps with a sign.
struct LiteralRun {
  SourceRange range;
  size_t elements = 0;
  bool rows = false;
};

class LiteralRuns {
 public:
  // So many elements of a list stay: a short list has no run.
  static constexpr size_t kPlainElements = 64;

  using Add = std::function<void(const VisibleToken& token)>;
  // `add` gets the tokens that the parser sees, in their order.
  explicit LiteralRuns(Add add) : add_(std::move(add)) {}

  // Every visible token of the statement, in its order.
  void Take(const VisibleToken& token);
  // The list that is being read, if any, stays as it is from here on.
  void Leave();

  // By the place where the token in front of the run begins.
  std::map<size_t, LiteralRun> TakeRuns() { return std::move(runs_); }

 private:
  enum class Place { kOutside, kBehindIn, kBehindValues, kInList };
  // The steps that may come next in the list.
  enum class Step { kRow, kCell, kSigned, kBehindCell, kBehindRow };

  void TakeOutside(const VisibleToken& token);
  bool GoesOn(size_t type);
  void EndElement();
  void Pass(const VisibleToken& token);

  Add add_;
  std::map<size_t, LiteralRun> runs_;
  Place place_ = Place::kOutside;
  Step step_ = Step::kCell;
  bool rows_ = false;
  size_t elements_ = 0;              // complete ones
  size_t anchor_ = 0;                // where the last token that was passed on begins
  std::vector<VisibleToken> ready_;  // a complete element and the comma in front of it
  std::vector<VisibleToken> held_;   // what follows ready_
};

}  // namespace paisql::syntax
