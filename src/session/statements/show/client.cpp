// The client's commands about itself, and EXPORT TABLE.

#include "base/version.h"
#include "session/statements/answers.h"
#include "store/auto_partition.h"
#include "store/files/clock.h"
#include "syntax/literal_text.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

// ALTER TABLE t ADD IF NOT EXISTS PARTITION (ds='1',hh='2');
std::string AddPartitionStatement(const store::Table& table, const store::Partition& partition) {
  std::string text =
      "ALTER TABLE " + syntax::QuoteName(table.name) + " ADD IF NOT EXISTS PARTITION (";
  for (size_t i = 0; i < partition.values.size(); ++i) {
    if (i > 0) text += ",";
    text += syntax::QuoteName(table.partition_columns[i].name) + "=" +
            syntax::QuoteLiteral(partition.values[i]);
  }
  return text + ");";
}

}  // namespace

Result<Answer> ExportTable(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(*statement.table, run.state.MakeContext()));
  Answer answer;
  answer.columns = {"statement"};
  const std::string create = CreateStatement(table);
  answer.rows.push_back({create.substr(0, create.size() - 1)});
  if (table.partitioned() && !store::AutoPartitionOf(table)) {
    PAISQL_ASSIGN_AT(statement.table->range, const std::vector<store::Partition> partitions,
                     run.state.catalog().ListPartitions(table.id));
    for (const store::Partition& partition : partitions) {
      answer.rows.push_back({AddPartitionStatement(table, partition)});
    }
  }
  for (const auto& row : answer.rows) answer.text += *row[0] + "\n";
  return answer;
}

// WHOAMI; the home is what an end point is to the platform.
Result<Answer> ShowOwner(const syntax::ShowStatement&, Run& run) {
  Answer answer;
  answer.columns = {"name", "value"};
  const std::string& user = run.state.permissions().user();
  answer.rows = {{"Name", user.empty() ? store::UserName() : user},
                 {"End_Point", run.state.home().path()},
                 {"Project", run.state.project},
                 {"Schema", run.state.schema}};
  for (const auto& row : answer.rows) answer.text += *row[0] + ": " + *row[1] + "\n";
  return answer;
}

Result<Answer> ShowVersion(const syntax::ShowStatement&, Run&) {
  Answer answer;
  answer.columns = {"version"};
  answer.rows.push_back({kVersion});
  answer.text = "paisql " + std::string(kVersion) + "\n";
  return answer;
}

}  // namespace paisql::session
