#include <filesystem>

#include "base/hex.h"
#include "base/text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/result_stream.h"
#include "engine/text/result_text.h"
#include "engine/write_folder.h"

namespace paisql::engine {
namespace {

// The values in a file's folders below the target, decoded.
std::vector<std::string> PartitionValues(const std::string& path, const WriteTarget& target) {
  std::vector<std::string> values;
  const std::vector<std::string> parts = Split(path.substr(target.directory.size() + 1), '/');
  for (size_t i = 0; i < target.partition_names.size(); ++i) {
    values.push_back(PercentDecode(parts[i].substr(parts[i].find('=') + 1)));
  }
  return values;
}

}  // namespace

std::string NewFileName() { return RandomHex(32) + ".parquet"; }

Result<std::vector<WrittenFile>> DuckdbConnection::Write(const plan::Relation& root,
                                                         const Bindings& bindings,
                                                         const WriteTarget& target,
                                                         const ExecutionSettings& settings) {
  PrintContext context(settings, bindings);
  context.plan_once = true;
  const std::string sql = PrintCopy(root, target, NewFileName(), context);
  if (context.error) return *context.error;
  PAISQL_ASSIGN(const std::shared_ptr<Link> link, LinkFor(context));
  PAISQL_TRY(link->Begin(context, sql, FailurePlaces(root)));
  WriteFolder folder(target.directory);
  PAISQL_ASSIGN(ResultHandle result, link->Run(sql, {.undo = [&folder] { folder.Remove(); }}));

  // The statistics' first two columns are the file's path and its number of rows.
  const std::vector<ResultColumn> columns = {{"filename", TypeId::kString},
                                             {"count", TypeId::kBigint}};
  std::vector<WrittenFile> files;
  std::vector<std::string> empty_files;
  {
    DuckdbResultStream stream(link, std::move(result), columns);
    ResultText text(columns);
    while (true) {
      PAISQL_ASSIGN(const Batch batch, stream.Next());
      if (!batch) break;
      text.Read(batch);
      for (size_t r = 0; r < batch.row_count(); ++r) {
        WrittenFile file;
        text.AppendText(0, r, TextForm::kPlain, file.path);
        file.rows = NumberAt<int64_t>(batch.column(1), r);
        if (file.rows == 0 && !target.keeps_empty) {
          empty_files.push_back(std::move(file.path));
          continue;
        }
        file.partition_values = PartitionValues(file.path, target);
        files.push_back(std::move(file));
      }
    }
  }
  PAISQL_TRY(CheckPartitionsOfWrite(files));
  std::error_code ignored;
  for (const std::string& path : empty_files) std::filesystem::remove(path, ignored);
  folder.Keep();
  return files;
}

}  // namespace paisql::engine
