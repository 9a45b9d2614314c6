#pragma once

// A kernel computes one value for each row of a batch of arguments, as the engine on this machine
// computes it. Another engine, which spreads rows over many machines, prints what it can say itself
// and makes a kernel of the rest: so a function has one meaning wherever it runs.
//
// A kernel is plain data that goes to another process, on another machine, of the same program. Its
// times are in UTC (batch_appender.h), so that instants need no zone. Its types are carried ones
// (CarriedType): other engines have no NULLs without a type and no INTERVAL of ours.

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
  // Of windows over the rows of one partition, a list as above. The value is a list of the same
  // rows: a structure has the fields of `columns`, then the value of each window. PARTITION BY of
  // the windows is ignored.
  virtual Result<Kernel> MakeWindowKernel(const std::vector<const plan::Window*>& windows,
                                          const std::vector<KernelArgument>& columns,
                                          const ExecutionSettings& settings) = 0;
  // Of a call of a table function over the arguments. The value is the list of the rows that the
  // call makes: a structure has a field for each column of `call.output`. `call` has no input.
  virtual Result<Kernel> MakeRowsKernel(const plan::Unnest& call,
                                        const std::vector<KernelArgument>& arguments,
                                        const ExecutionSettings& settings) = 0;
  // Of constant rows. The value is their list, as above; the kernel has no arguments.
  virtual Result<Kernel> MakeValuesKernel(const plan::Values& values,
                                          const ExecutionSettings& settings) = 0;
  // The values for the rows, in their order, in batches of one column.
  virtual Result<std::vector<Batch>> RunKernel(const Kernel& kernel, Batch rows,
                                               KernelRun& run) = 0;
};

// How a value of a type comes to a kernel and leaves it, also inside nested types: a VOID as a
// STRING, an INTERVAL_YEAR_MONTH as an INT of months, an INTERVAL_DAY_TIME as a BIGINT of
// microseconds.
DataType CarriedType(const DataType& type);

// The type of a list of rows: ARRAY<STRUCT<f0: …, f1: …>>, before it is carried.
DataType KernelListType(const std::vector<KernelArgument>& columns);

}  // namespace paisql::engine
