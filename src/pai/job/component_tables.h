#pragma once

// Parts that components share: one input, one output with columns that the component says,
// processes. Errors have the place of what is wrong.

#include <optional>
#include <string>
#include <vector>

#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"
#include "pai/value/sql_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

// A whole value as one part.
Part Whole(const syntax::PaiParameter& parameter);

// kInvalidCommand at a place.
Error Wrong(const SourceRange& range, const std::string& what, std::string hint);

store::Column NewColumn(std::string name, DataType type);

// So many processes of a role, with what Alink's clusters give each; the queue may count less, as
// for PAI's own jobs. `gpu` as in jobs::RoleSpec.
jobs::RoleSpec ProcessesOf(std::string role, int64_t count, int gpu);

// So many processes together at most.
inline constexpr int64_t kMostProcesses = 1000;

struct ProcessCounts {
  int64_t workers = 1;
  int64_t servers = 0;  // parameter servers
};

// Alink's own rule (DLLauncherUtils): what is not given follows from the job's parallelism, at
// least 1. Counts that make no job, such as zero workers, are given as they are.
ProcessCounts CountsOf(std::optional<int64_t> workers, std::optional<int64_t> servers,
                       int64_t parallelism);

// The limits of the job that the parameters say.
void SetLimits(const Parameters& parameters, jobs::JobSpec* spec);

// So many workers alone, and the limits.
void SetWorkers(const Parameters& parameters, int64_t count, jobs::JobSpec* spec);

// The one table, or query, that a parameter names.
Result<jobs::TableBinding> OneInput(const syntax::PaiParameter& given, const BuildContext& context);

// The same as a query reads it.
Result<SqlInput> OneSqlInput(const syntax::PaiParameter& given, const BuildContext& context);
// The table that a parameter names, with these columns: one that does not exist is to be made, one
// that exists must have them. `partition` names the partition that is written, "a=1/b=2" or
// "a=1,b=2", and need not exist; nothing or an empty one: the table has no partitions.
Result<jobs::TableBinding> OneOutput(const syntax::PaiParameter& given,
                                     std::vector<store::Column> columns,
                                     const BuildContext& context,
                                     const syntax::PaiParameter* partition = nullptr);

// The days of -Dlifecycle, of components that have it; nullopt where it is not given or says none.
std::optional<int64_t> LifecycleOf(const Parameters& parameters);

// The column of the name, in any letter case; an error at `part` that tells which there are.
Result<store::Column> ColumnNamed(const Part& part, const std::vector<store::Column>& columns);

// The columns that the parameter lists, in its order; all of the table's where it is null.
Result<std::vector<store::Column>> ColumnsNamed(const syntax::PaiParameter* given,
                                                const store::Table& table,
                                                const BuildContext& context);

}  // namespace paisql::pai
