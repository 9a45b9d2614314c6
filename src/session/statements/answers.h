#pragma once

// Parts of SHOW and DESC that stand in files of their own, and words that several of them print.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/display/columns.h"
#include "session/answer.h"
#include "session/state.h"
#include "store/functions.h"

namespace paisql::syntax {
struct DescribeStatement;
struct PartitionSpec;
struct ShowStatement;
}  // namespace paisql::syntax

namespace paisql::session {

// The facts that DESC shows of a thing: one a line, for people and for tools.

class Facts {
 public:
  Facts() { answer_.columns = {"name", "value"}; }
  void Add(std::string_view name, std::string value) {
    answer_.text += Pad(std::string(name) + ":", 26) + value + "\n";
    answer_.rows.push_back({std::string(name), std::move(value)});
  }
  Answer Take() { return std::move(answer_); }

 private:
  Answer answer_;
};

// A kind of thing that SHOW or DESC is asked for, and what answers it.
template <typename Statement, typename What>
struct Answering {
  What what;
  Result<Answer> (*answer)(const Statement&, Run&);
};

template <typename Statement, typename What, size_t size>
Status ShowAnswer(const Answering<Statement, What> (&table)[size], const Statement& statement,
                  Run& run) {
  for (const auto& [what, answer_to] : table) {
    if (what != statement.what) continue;
    PAISQL_ASSIGN(const Answer answer, answer_to(statement, run));
    PAISQL_TRY(run.out.Show(answer));
    if (run.state.KeptRows() > 0) run.state.last_result().Set(answer);
    run.out.Done();
    return Status::Ok();
  }
  PAISQL_UNREACHABLE("a kind of thing without an answer");
}

// The columns of the table's primary key.
std::vector<std::string> KeyNames(const store::Table& table);

// The statement that makes the table or view again, with a semicolon and a newline at its end.
std::string CreateStatement(const store::Table& table);

// A row for each column of the table, without text.
Answer ColumnsOf(const store::Table& table);

Result<Answer> ShowVariables(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowInstances(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowTop(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ExportTable(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowOwner(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowVersion(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowBuckets(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowRoles(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowGrants(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowUsers(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowAcl(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowPrincipals(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowSecurity(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowModels(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowOfflineModels(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowServices(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowStreams(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowHistory(const syntax::ShowStatement& statement, Run& run);
Result<Answer> ShowFunctions(const syntax::ShowStatement& statement, Run& run);
Result<Answer> DescribeFunction(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> ShowJobs(const syntax::ShowStatement& statement, Run& run);
Result<Answer> DescribeInstance(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeModel(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeOfflineModel(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeService(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeRole(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeStream(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeTable(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeVariable(const syntax::DescribeStatement& statement, Run& run);

// The project that SHOW … IN names, else the session's; for what belongs to no schema.
Result<std::string> ProjectOf(const syntax::ShowStatement& statement, Run& run);
// The place that SHOW … IN names, else the session's; kProjectNotFound with the nearest names.
Result<std::string> PlaceOf(const syntax::ShowStatement& statement, Run& run);

// kResourceNotFound with the nearest names.
Result<store::Resource> FindResource(const std::string& name, const SourceRange& range, Run& run);
std::string_view ResourceKindName(store::ResourceKind kind);
// The client's words: Waiting, Running, Success, Failed, Cancelled.
std::string_view JobStateName(store::JobState state);

// The partitions that the clause takes, some of whose levels may be missing; kPartitionNotFound
// where it takes none.
Result<std::vector<store::Partition>> FindPartitions(const syntax::PartitionSpec& spec,
                                                     const store::Table& table, Run& run);
// The same for values that are known.
Result<std::vector<store::Partition>> FindPartitions(const store::PartitionLevels& levels,
                                                     const store::Table& table,
                                                     const SourceRange& range, Run& run);

// The function in Python that the name means, and that of the session alone.
Result<std::optional<store::UserFunction>> FindFunction(const syntax::QualifiedName& name,
                                                        Run& run);
Result<std::optional<store::UserFunction>> FindTemporary(const syntax::QualifiedName& name,
                                                         Run& run);

// Dropped tables by their names, for RESTORE and SHOW HISTORY.

// The place and the last part of a name, whether such a table exists or not.
std::pair<std::string, std::string> PlaceAndName(const syntax::QualifiedName& name, Run& run);

// The dropped table of this name and id, or the newest one of the name; kTableNotFound with the
// cure.
Result<store::DroppedTable> FindDropped(const syntax::QualifiedName& name,
                                        const std::optional<int64_t>& id, Run& run);

}  // namespace paisql::session
