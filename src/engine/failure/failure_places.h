#pragma once

// Where in its statement a plan failed while it ran. Engines know no places, so what of the plan
// can fail is noted before it runs, and searched for what can have raised an error.

#include <vector>

#include "engine/failure/failure.h"
#include "plan/relation.h"

namespace paisql::engine {

class FailurePlaces {
 public:
  FailurePlaces() = default;
  // These note the functions of the plan's calls, so the notes outlive the plan.
  explicit FailurePlaces(const plan::Relation& root) { Visit(root); }
  explicit FailurePlaces(const plan::Expression& expression) { Visit(expression); }

  // The error with the place of the call, conversion or subquery that raised it, if exactly one can
  // have done so. An error that only constants can have raised is told as one of planning.
  Error Locate(Failure failure) const;

 private:
  enum class Kind { kCast, kSubquery, kFunction };
  struct Suspect {
    Kind kind;
    bool constant;
    const functions::Function* function;  // nullptr for the other kinds
    const functions::Overload* overload;  // of a call
    bool is_call;
    SourceRange range;
  };

  void Visit(const plan::Relation& relation);
  bool Visit(const plan::Expression& expression);  // whether it is constant
  static bool CanRaise(const Suspect& suspect, const FailureOrigin& origin);
  static bool HasInside(const Suspect& suspect);

  std::vector<Suspect> suspects_;
};

}  // namespace paisql::engine
