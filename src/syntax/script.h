#pragma once

// A script: statements and what stands around them in script mode, as one unit that runs whole or
// not at all. Variables hold queries or values, IF and LOOP take one step, BEGIN … END makes a step
// of several. Grammar: the platform's script mode, whose IF has no THEN.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/leash.h"
#include "base/result.h"
#include "syntax/query.h"
#include "syntax/statement.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {

enum class StepKind { kStatement, kAssign, kIf, kLoop, kBlock };

struct Step {
  explicit Step(StepKind k) : kind(k) {}
  virtual ~Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  const StepKind kind;
  SourceRange range;
};
using StepPtr = std::unique_ptr<Step>;

struct StatementStep : Step {
  StatementStep() : Step(StepKind::kStatement) {}
  StatementPtr statement;
};

// @v BIGINT := 1, @t TABLE (a BIGINT) := SELECT …, @t := CACHE ON SELECT …; without a value it is a
// declaration.
struct AssignStep : Step {
  AssignStep() : Step(StepKind::kAssign) {}
  Identifier variable;
  std::optional<TypeName> type;
  bool table = false;  // declared as TABLE (columns)
  std::vector<ColumnDefinition> columns;
  bool cache = false;
  std::vector<StatementNote> notes;
  // At most one of them. A query in parentheses is a query.
  std::unique_ptr<Query> query;
  ExpressionPtr value;
};

struct IfStep : Step {
  IfStep() : Step(StepKind::kIf) {}
  ExpressionPtr condition;
  StepPtr then;
  StepPtr otherwise;  // null without ELSE
};

// LOOP @i FROM first TO last step
struct LoopStep : Step {
  LoopStep() : Step(StepKind::kLoop) {}
  Identifier variable;
  ExpressionPtr first;
  ExpressionPtr last;
  StepPtr body;
};

struct BlockStep : Step {
  BlockStep() : Step(StepKind::kBlock) {}
  std::vector<StepPtr> steps;
};

struct Script {
  std::vector<StepPtr> steps;
  bool explains = false;         // EXPLAIN stands in front of all of it
  std::vector<CodeBlock> codes;  // that stand alone: functions of all steps may be in them
  // Where variables are named, in the order of the text; without @, in lower case.
  struct Mention {
    std::string name;
    size_t begin = 0;
    bool reads = true;  // not DESC @v, and not DROP TABLE VARIABLES
  };
  std::vector<Mention> mentions;
};

// Ranges count in `text`. The first step with an error is the one that is reported. EXPLAIN in
// front of several steps is of all of them.
Result<Script> ParseScript(std::string_view text, Leash* leash = nullptr);

template <typename T>
const T& As(const Step& step) {
  return static_cast<const T&>(step);
}

}  // namespace paisql::syntax
