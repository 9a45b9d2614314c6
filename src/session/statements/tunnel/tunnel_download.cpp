// TUNNEL DOWNLOAD: rows of a table, or of the last result, in files of the user.

#include "tunnel/download.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/external.h"
#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "execution/plan_run.h"
#include "session/data_flow.h"
#include "session/relations.h"
#include "session/statements/answers.h"
#include "session/statements/confirm.h"
#include "session/statements/rows/write_external.h"
#include "session/statements/tunnel/tunnel.h"
#include "store/place.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr std::string_view kInstanceScheme = "instance://";

// Bytes that are there are not replaced by the way. Devices, FIFOs and our own standard output are
// written to as they are, and of an empty file nothing is lost.
Status CheckReplacement(const std::string& path, const SourceRange& range, Run& run) {
  struct stat there {};
  if (stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0) {
    return Status::Ok();
  }
  struct stat output {};
  if (fstat(STDOUT_FILENO, &output) == 0 && SameFile(there, output)) return Status::Ok();
  const std::string what = fmt::format("{} is there, with {}", path, BytesText(there.st_size));
  if (run.state.options().interactive) {
    return Confirm(what + ". Replace it?", path + " was not replaced", range, run);
  }
  return Error{ErrorCode::kIo, what, range, "-f replaces it: TUNNEL DOWNLOAD -f …"};
}

// What is downloaded, and how a query names it.
struct Source {
  tunnel::TunnelTable table;
  std::string from;
};

// A file of the download, and the rows that come into it.
struct Part {
  std::string path;
  analysis::QueryPlan plan;
};

Error NoInstances(const syntax::Word& word) {
  return {
      ErrorCode::kUnsupported, word.text + " has no rows: instances keep none here", word.range,
      "TUNNEL DOWNLOAD _ file; writes the last result, and CREATE TABLE AS keeps one for later"};
}

Result<Source> FindSource(const syntax::Word& word, Run& run) {
  Source source;
  const names::Names names = run.state.MakeContext().names;
  if (const names::SessionTable* result = names.FindSessionTable(word.text)) {
    if (!result->problem.empty()) {
      return Error{ErrorCode::kTableNotFound, result->problem, word.range, result->cure};
    }
    source.table.table = result->table;
    source.table.range = word.range;
    source.from = syntax::QuoteName(result->table.name);
    return source;
  }
  PAISQL_ASSIGN(source.table, ResolveTunnelTable(word, "Select", run));
  if (word.text.find('/') != std::string::npos) {
    PAISQL_TRY(FindPartitions(source.table.partition, source.table.table, word.range, run));
  }
  source.from = tunnel::NameInQueries(source.table.table);
  return source;
}

Result<analysis::QueryPlan> PlanOf(const Source& source, const tunnel::TunnelOptions& options,
                                   analysis::AnalysisContext& context) {
  PAISQL_ASSIGN(const std::string sql, tunnel::DownloadQuery(source.table, source.from, options));
  const Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "a download's own query does not parse");
  Result<analysis::QueryPlan> plan = analysis::AnalyzeQuery(**query, context);
  if (plan.ok()) return plan;
  Error error = std::move(plan).error();
  error.range = source.table.range;  // its places count in the query made above
  return error;
}

bool IsFolder(const std::string& path) {
  struct stat there {};
  return path.ends_with('/') || (stat(path.c_str(), &there) == 0 && S_ISDIR(there.st_mode));
}

// A file of the folder for each partition that there is, or for the table.
Result<std::vector<Part>> PartsOfFolder(const Source& source, const tunnel::TunnelOptions& options,
                                        std::string folder, analysis::AnalysisContext& context,
                                        Run& run) {
  while (folder.ends_with('/')) folder.pop_back();
  const store::Table& table = source.table.table;
  const std::string file = "/" + table.name + ".csv";
  std::vector<Part> parts;
  if (!table.partitioned()) {
    PAISQL_ASSIGN(analysis::QueryPlan plan, PlanOf(source, options, context));
    parts.push_back({folder + file, std::move(plan)});
    return parts;
  }
  PAISQL_ASSIGN_AT(source.table.range, const std::vector<store::Partition> partitions,
                   run.state.catalog().ListPartitions(table.id, source.table.partition));
  if (partitions.empty()) {
    return Error{ErrorCode::kPartitionNotFound, table.QualifiedName() + " has no such partition",
                 source.table.range, "SHOW PARTITIONS lists the partitions of the table"};
  }
  for (const store::Partition& partition : partitions) {
    Source one = source;
    one.table.partition.assign(partition.values.begin(), partition.values.end());
    PAISQL_ASSIGN(analysis::QueryPlan plan, PlanOf(one, options, context));
    parts.push_back(
        {folder + "/" + store::PartitionFolders(table, partition.values) + file, std::move(plan)});
  }
  return parts;
}

// Writes the rows of one plan into its file, which then is complete.
class PartWriter {
 public:
  PartWriter(const tunnel::TunnelOptions& options, const tunnel::DatePattern& pattern, Run& run)
      : options_(options), pattern_(pattern), run_(run) {}

  Result<int64_t> Write(const std::string& path, const execution::TitledPlan& plan,
                        execution::PlanRun& plans) {
    const SourceRange& range = options_.arguments[1].range;
    PAISQL_ASSIGN_AT(range, const std::unique_ptr<NewFile> file,
                     NewFile::Open(path, NewFileKind::kOfUser, run_.state.stop_token()));
    const std::string_view storage = StorageByName(path);
    int64_t rows = 0;
    if (storage == "PARQUET" || storage == "ORC") {
      const auto format =
          storage == "ORC" ? store::ExternalFormat::kOrc : store::ExternalFormat::kParquet;
      PAISQL_ASSIGN(
          rows, WriteColumnarFile(plan, plans, format, *file, options_.arguments[0].range, run_));
    } else {
      const auto form = storage == "JSON" ? tunnel::RowForm::kJson : tunnel::RowForm::kCsv;
      tunnel::RowWriter writer(tunnel::RowsOfFile(path, form, options_, pattern_));
      PAISQL_TRY(plans.Stream(
          plan, [&](engine::ResultStream& stream) { return writer.Write(stream, *file); }));
      rows = writer.rows();
    }
    PAISQL_TRY_AT(range, file->Finish());
    return rows;
  }

 private:
  const tunnel::TunnelOptions& options_;
  const tunnel::DatePattern& pattern_;
  Run& run_;
};

Status WriteParts(const std::vector<Part>& parts, const tunnel::TunnelOptions& options,
                  const tunnel::DatePattern& pattern, Run& run) {
  execution::RunOptions run_options = RunOptionsOf(run);
  if (options.time_zone) run_options.settings.time_zone = options.time_zone->text;
  execution::PlanRun plans(run.state, std::move(run_options));
  for (const Part& part : parts) PAISQL_TRY(plans.Add({"", part.plan.root.get()}));
  PAISQL_TRY(plans.Prepare());
  PartWriter writer(options, pattern, run);
  int64_t rows = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    PAISQL_ASSIGN(const int64_t written, writer.Write(parts[i].path, plans.plans()[i], plans));
    rows += written;
  }
  run.outcome.rows_written = rows;
  run.out.Message(
      fmt::format("downloading {} records into {}", rows, Counted(parts.size(), "file")));
  run.out.Message("download OK");
  return Status::Ok();
}

Status DownloadFiles(const Source& source, const tunnel::TunnelOptions& options, Run& run) {
  const syntax::Word& to = options.arguments[1];
  PAISQL_ASSIGN(const tunnel::DatePattern pattern,
                tunnel::DatePattern::Parse(options.date_pattern));
  std::string path = run.state.ResolvePath(to.text);
  const bool folder = IsFolder(to.text.ends_with('/') ? to.text : path);
  PAISQL_TRY(CheckOptionsOfForm(folder ? "" : StorageByName(path), options, to.range));
  if (folder && options.limit >= 0) {
    return Error{ErrorCode::kInvalidCommand,
                 "option -limit is for one file, and " + to.text + " is a folder", to.range,
                 "name a file, or leave -limit out"};
  }
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  if (run.state.checking()) {
    PAISQL_ASSIGN(const analysis::QueryPlan plan, PlanOf(source, options, context));
    if (TellsFlow(run)) run.out.Flow(FlowOf("TUNNEL DOWNLOAD", *plan.root, context));
    return Status::Ok();
  }
  std::vector<Part> parts;
  {
    PAISQL_ASSIGN(const store::Catalog::View one_state, run.state.catalog().BeginView());
    if (folder) {
      PAISQL_ASSIGN(parts, PartsOfFolder(source, options, path, context, run));
    } else {
      PAISQL_ASSIGN(analysis::QueryPlan plan, PlanOf(source, options, context));
      parts.push_back({path, std::move(plan)});
    }
  }
  ShowWarnings(context, run.out);
  for (const Part& part : parts) {
    if (!options.force) PAISQL_TRY(CheckReplacement(part.path, to.range, run));
  }
  for (const Part& part : parts) {
    if (folder) PAISQL_TRY_AT(to.range, MakeFolders(ParentFolder(part.path)));
  }
  const Meter::Work work(run.state.meter(), 0);
  Status done = WriteParts(parts, options, pattern, run);
  if (done.ok() || done.error().range.begin == to.range.begin) return done;
  Error error = std::move(done).error();
  error.range = source.table.range;  // its places count in the queries made above
  return error;
}

}  // namespace

Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kDownload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL DOWNLOAD needs a table and a file, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL DOWNLOAD [options] [project.]table[/p1=v1,p2=v2] file;"};
  }
  WarnOfOptions(options, run);
  const TunnelTime time(options, run);
  const syntax::Word& from = options.arguments[0];
  if (from.text.starts_with(kInstanceScheme)) return NoInstances(from);
  PAISQL_ASSIGN(const Source source, FindSource(from, run));
  return DownloadFiles(source, options, run);
}

}  // namespace paisql::session
