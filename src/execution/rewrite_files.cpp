#include "execution/rewrite_files.h"

#include <utility>

#include "execution/damage.h"
#include "plan/relation.h"

namespace paisql::execution {
namespace {

// All data columns of the table.
void MakeScan(const store::Table& table, plan::Scan& scan) {
  scan.table = {table.id, table.project, table.name, table.schema_version, {}, {}};
  for (const store::Column& column : table.columns) {
    scan.columns.push_back({plan::Scan::Source::kData, scan.columns.size()});
    scan.table.columns.push_back({column.id, column.name, column.type});
    scan.output.push_back(
        {static_cast<plan::ColumnId>(scan.output.size()) + 1, column.name, column.type});
  }
}

}  // namespace

Result<std::vector<store::StagedFile>> RewriteFiles(Host& host, const store::Table& table,
                                                    store::FileListing listing,
                                                    const store::Table& target,
                                                    const store::PartitionLevels& levels,
                                                    Staging& staging,
                                                    const engine::ExecutionSettings& settings) {
  plan::Scan scan;
  MakeScan(table, scan);
  engine::Bindings bindings;
  bindings.SetFiles(scan, std::move(listing));
  PAISQL_TRY(CheckScans(host, {&scan}, bindings));
  PAISQL_ASSIGN(std::string folder, staging.MakeFolder());
  PAISQL_ASSIGN(engine::Connection * connection, host.Connection());
  PAISQL_ASSIGN(
      const std::vector<engine::WrittenFile> files,
      connection->Write(scan, bindings, TargetFor(target, levels, std::move(folder)), settings));
  PAISQL_TRY(host.CheckInterrupted());
  return ToStagedFiles(files, levels);
}

}  // namespace paisql::execution
