#include "session/statements/jobs/row_query_server.h"

#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "jobs/job/job_directory.h"
#include "pai/value/columns_json.h"
#include "session/state.h"
#include "syntax/parser.h"
#include "workers/worker_end.h"

namespace paisql::session {

namespace {

using Json = nlohmann::json;

// A query's meaning follows from these alone; others may be secrets.
bool Counts(const std::string& key) { return key.starts_with("odps.") || key.starts_with("hive."); }

Result<std::vector<store::Column>> ColumnsOf(const Json& list) {
  std::vector<store::Column> columns;
  for (const Json& one : list) {
    store::Column& column = columns.emplace_back();
    column.name = one.at("name");
    PAISQL_ASSIGN(column.type, ParseDataType(one.at("type").get<std::string>()));
  }
  return columns;
}

class Server {
 public:
  Server(std::unique_ptr<store::Catalog> catalog, std::unique_ptr<engine::Connection> connection)
      : catalog_(std::move(catalog)), connection_(std::move(connection)) {}

  Status Take(const Json& query) {
    Settings settings;
    for (const auto& [key, value] : query.at("settings").items()) {
      PAISQL_TRY(settings.Set(key, value.get<std::string>(), {}));
    }
    settings_ = settings.Execution();
    PAISQL_ASSIGN(zone_, TimeZone::Load(settings_.time_zone));
    analysis::AnalysisContext context;
    context.names = names::Names(*catalog_, query.at("project").get<std::string>());
    settings.Fill(context);
    context.now = zone_.FormatMicros(NowMicros());
    std::optional<pai::RowSource> source;
    if (query.contains("source")) {
      source.emplace();
      source->name = query.at("name");
      PAISQL_ASSIGN(source->columns, ColumnsOf(query.at("source")));
    }
    const auto parsed = syntax::ParseQuery(query.at("text").get<std::string>(), nullptr);
    if (!parsed.ok()) return parsed.error();
    PAISQL_ASSIGN(plan_, AnalyzeRows(**parsed, context, source ? &*source : nullptr,
                                     query.at("repeats").get<bool>()));
    if (PlanMark(*plan_.root) == query.at("mark").get<std::string>()) return Status::Ok();
    return Error{ErrorCode::kInvalidCommand,
                 "a function or a table that the query of the stream names has been changed",
                 {},
                 "run the statement again, with -DstartMode=restart where its rows differ"};
  }

  Result<Json> Compute(const Json& request) {
    store::DataFile file;
    file.path = request.at("path");
    file.rows = request.at("rows");
    store::FileListing listing;
    listing.files = {file};
    store::SchemaVersion version;
    version.version = plan_.scan->table.version;
    listing.files[0].schema_version = version.version;
    for (const plan::TableColumn& one : plan_.scan->table.columns) {
      store::Column& column = version.columns.emplace_back();
      column.id = one.id;
      column.name = one.name;
      column.type = one.type;
    }
    listing.schema_versions = {version};
    engine::Bindings bindings;
    bindings.SetFiles(*plan_.scan, listing);
    engine::WriteTarget target;
    target.directory = request.at("to");
    for (const store::Column& one : plan_.columns) target.column_names.push_back(one.name);
    settings_.now = zone_.FormatMicros(NowMicros());
    PAISQL_ASSIGN(const std::vector<engine::WrittenFile> written,
                  connection_->Write(*plan_.root, bindings, target, settings_));
    Json files = Json::array();
    for (const engine::WrittenFile& one : written) {
      files.push_back({{"path", one.path}, {"rows", one.rows}});
    }
    return Json{{"files", std::move(files)}};
  }

 private:
  std::unique_ptr<store::Catalog> catalog_;
  std::unique_ptr<engine::Connection> connection_;
  engine::ExecutionSettings settings_;
  TimeZone zone_;
  RowPlan plan_;
};

Result<std::unique_ptr<Server>> Open(const std::string& job_directory, const Json& first,
                                     const SessionOptions& options) {
  PAISQL_ASSIGN(const jobs::JobFile file, jobs::ReadJobFile(job_directory));
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(file.home));
  PAISQL_ASSIGN(std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  engine::EngineOptions wanted;
  // One thread gives the rows in their order, and there is one such process for each worker.
  wanted.share.threads = 1;
  wanted.python = options.installation.python;
  PAISQL_ASSIGN(std::unique_ptr<engine::Connection> connection,
                options.engines.MakeConnection(options.engine, wanted));
  auto server = std::make_unique<Server>(std::move(catalog), std::move(connection));
  PAISQL_TRY(server->Take(first.at("query")));
  return server;
}

workers::Frame Refusal(const std::string& words) {
  workers::Frame frame;
  frame.kind = workers::FrameKind::kError;
  frame.text = words;
  return frame;
}

workers::Frame AnswerOf(const Result<Json>& answer) {
  if (!answer.ok()) return Refusal(answer.error().ToString());
  workers::Frame frame;
  frame.text = answer->dump(-1, ' ', false, Json::error_handler_t::replace);
  return frame;
}

}  // namespace

std::string Description(const std::string& text, const RowPlan& plan, const pai::RowSource* source,
                        bool repeats, const std::string& project,
                        const std::map<std::string, std::string>& settings) {
  Json query = {{"text", text},
                {"repeats", repeats},
                {"project", project},
                {"settings", Json::object()},
                {"mark", PlanMark(*plan.root)}};
  for (const auto& [key, value] : settings) {
    if (Counts(key)) query["settings"][key] = value;
  }
  if (source != nullptr) {
    query["name"] = source->name;
    query["source"] = pai::ColumnsJson(source->columns);
  }
  return query.dump();
}

int RunRowQuery(const std::string& job_directory, const SessionOptions& options) {
  // Whoever asks ends this process by closing the socket: a stream that is stopped goes on a
  // little.
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_IGN);
  std::unique_ptr<Server> server;
  workers::WorkerEnd end(STDIN_FILENO);
  end.Send(workers::MakeHello("row-query", Json::object()));
  while (const std::optional<workers::Frame> frame = end.Next()) {
    workers::Frame answer;
    bool failed = false;
    try {
      const Json request = Json::parse(frame->text);
      if (server == nullptr) {
        Result<std::unique_ptr<Server>> opened = Open(job_directory, request, options);
        failed = !opened.ok();
        answer = failed ? Refusal(opened.error().ToString()) : AnswerOf(Json{{"ready", true}});
        if (!failed) server = std::move(opened).value();
      } else {
        answer = AnswerOf(server->Compute(request));
      }
    } catch (const Json::exception& error) {
      answer = Refusal(std::string("a request of the stream: ") + error.what());
    }
    answer.number = frame->number;
    end.Send(answer);
    if (failed) return 1;
  }
  return 0;
}

}  // namespace paisql::session
