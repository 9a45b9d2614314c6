// Files of Parquet, of ORC and of JSON objects, one a line: their names, and TUNNEL UPLOAD of them,
// for which LOAD reads them.

#include <fmt/format.h>

#include "base/text.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/tunnel/tunnel.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"
#include "tunnel/upload/upload.h"

namespace paisql::session {

namespace {

struct FileForm {
  std::string_view suffix;
  std::string_view storage;
};
constexpr FileForm kFileForms[] = {
    {".parquet", "PARQUET"}, {".orc", "ORC"},        {".json", "JSON"},      {".jsonl", "JSON"},
    {".ndjson", "JSON"},     {".json.gz", "JSON"},   {".jsonl.gz", "JSON"},  {".ndjson.gz", "JSON"},
    {".json.zst", "JSON"},   {".jsonl.zst", "JSON"}, {".ndjson.zst", "JSON"}};

// The first option that says how records of text are cut and read; "" when there is none.
std::string_view OptionOfText(const tunnel::TunnelOptions& options) {
  if (options.field_delimiter_given) return "-fd";
  if (!options.record_delimiter.empty()) return "-rd";
  if (options.header_given) return "-h";
  if (!options.null_indicator.empty()) return "-ni";
  if (!options.charset.empty()) return "-c";
  if (!options.csv_format) return "-cf";
  if (options.date_pattern != tunnel::TunnelOptions().date_pattern) return "-dfp";
  if (options.discard_bad_records) return "-dbr";
  if (options.create) return "-create";
  return options.scan_only ? "-s only" : "";
}

}  // namespace

std::string_view StorageByName(const std::string& path) {
  const std::string lower = ToLower(path);
  for (const FileForm& form : kFileForms) {
    if (lower.ends_with(form.suffix)) return form.storage;
  }
  return "";
}

Status CheckOptionsOfForm(std::string_view storage, const tunnel::TunnelOptions& options,
                          const SourceRange& range) {
  const std::string_view option = storage.empty() ? "" : OptionOfText(options);
  if (option.empty()) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand,
               fmt::format("option {} is for files of text, and this is {}", option, storage),
               range, "leave the option out; a name that ends with .csv means text"};
}

Result<std::string> StorageOfFiles(const std::vector<tunnel::InputFile>& files,
                                   const tunnel::TunnelOptions& options) {
  const SourceRange& range = options.arguments[0].range;
  const std::string storage(StorageByName(files.front().name));
  for (const tunnel::InputFile& file : files) {
    if (StorageByName(file.name) == storage) continue;
    return Error{ErrorCode::kIo,
                 files.front().name + " and " + file.name + " are files of different kinds", range,
                 "nothing was written; upload each kind from a folder of its own"};
  }
  PAISQL_TRY(CheckOptionsOfForm(storage, options, range));
  return storage;
}

Status UploadByLoad(const std::string& storage, const tunnel::TunnelTable& target,
                    const tunnel::TunnelOptions& options, Run& run) {
  const syntax::Word& from = options.arguments[0];
  std::string sql = std::string("LOAD ") + (options.overwrite ? "OVERWRITE" : "INTO") + " TABLE " +
                    syntax::QuoteName(target.table.project) + "." +
                    syntax::QuoteName(target.table.name);
  std::vector<std::string> keys;
  for (size_t i = 0; i < target.partition.size(); ++i) {
    keys.push_back(syntax::QuoteName(target.table.partition_columns[i].name) + "=" +
                   syntax::QuoteLiteral(target.partition[i].value_or("")));
  }
  if (!keys.empty()) sql += " PARTITION (" + Join(keys, ", ") + ")";
  sql += " FROM LOCATION " + syntax::QuoteLiteral(run.state.ResolvePath(from.text)) +
         " STORED AS " + storage;
  const Result<syntax::StatementPtr> statement = syntax::ParseStatement(sql, &run.state.leash());
  PAISQL_ASSERT(statement.ok(), "an upload's own statement does not parse");
  Status loaded = RunLoad(syntax::As<syntax::LoadStatement>(**statement), run);
  if (loaded.ok()) return loaded;
  Error error = std::move(loaded).error();
  error.range = from.range;  // its places count in the text made above
  return error;
}

}  // namespace paisql::session
