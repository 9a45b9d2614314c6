#pragma once

// A kernel computes one value for each row of a batch of arguments, as the engine on this machine
// computes it. Another engine, which spreads rows over many machines, prints what it can say itself
// and makes a kernel of the rest: so a function has one meaning wherever it runs.
//
// A kernel is plain data that goes to another process, on another machine, of the same program. Its
// times are in UTC (batch_appender.h), so that instants need no zone.

#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/failure/failure.h"

namespace paisql::engine {

struct Kernel {
  std::string text;  // a statement of the engine that has made it, and nobody else's business
  // Likewise, what the statement needs: functions, models, long lists. What users have made is
  // found by its files' paths, which both processes see.
  std::string state = {};
  std::vector<DataType> arguments;
  DataType result;
  std::string time_zone;     // the session's
  bool is_volatile = false;  // rows with the same arguments may have other values (RAND, UUID)
  bool of_users = false;     // calls functions of users, which may print
};

// What comes of a run beside its values.
struct KernelRun {
  // Gets what functions of users print; null: nobody wants it.
  std::shared_ptr<udf::PrintedOutput> printed = nullptr;
  // Of an error: its place in the plan is known where the plan is.
  FailureOrigin failed_at = {};
};

// An argument of a kernel, and the column of the plan that stands for it in the expression.
struct KernelArgument {
  plan::ColumnId column = 0;
  DataType type;
};

// What a Connection may be as well. One thread at a time.
class KernelMaker {
 public:
  virtual ~KernelMaker() = default;

  // Of an expression without subqueries, aggregates and windows; its columns are all among the
  // arguments. With `shown` the result is as Query gives it: times are wall clock of the session's
  // zone.
  virtual Result<Kernel> MakeKernel(const plan::Expression& expression,
                                    const std::vector<KernelArgument>& arguments, bool shown,
                                    const ExecutionSettings& settings) = 0;
  // Of an aggregate over the rows of a list. The kernel has one argument, ARRAY<STRUCT<…>>, whose
  // structs have a field for each of `columns`.
  virtual Result<Kernel> MakeAggregateKernel(const plan::Aggregate& aggregate,
                                             const std::vector<KernelArgument>& columns,
                                             const ExecutionSettings& settings) = 0;
  // The values for the rows, in their order, in batches of one column.
  virtual Result<std::vector<Batch>> RunKernel(const Kernel& kernel, Batch rows,
                                               KernelRun& run) = 0;
};

// The type of the argument of an aggregate's kernel.
DataType KernelListType(const std::vector<KernelArgument>& columns);

}  // namespace paisql::engine
