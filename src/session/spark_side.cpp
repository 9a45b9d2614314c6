#include "session/spark_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/byte_size.h"
#include "engine/spark/run/spark_connection.h"
#include "oss/warehouse.h"
#include "session/spark_python.h"
#include "session/state.h"
#include "session/statements/rows/cost.h"
#include "store/catalog/warehouse.h"
#include "store/home/warehouse_place.h"

namespace paisql::session {
namespace {

// Changes of rows look at files and rows by their places, which Spark does not tell.
bool ReadsRowPlaces(const plan::Relation& root) {
  using Source = plan::Scan::Source;
  const std::vector<const plan::Scan*> scans = plan::CollectScans(root);
  return std::any_of(scans.begin(), scans.end(), [](const plan::Scan* scan) {
    return std::any_of(scan->columns.begin(), scan->columns.end(), [](const Source& source) {
      return source.kind == Source::kFile || source.kind == Source::kRow;
    });
  });
}

constexpr const char* kNoCopies = "Spark's machines have no copies of tables that lie in a bucket";

// Of a plan with scripts each part is placed by its own size, so its files have names of this
// machine.
bool HasScripts(const plan::Relation& root) {
  return !plan::CollectRelations(root, plan::RelationKind::kTransform).empty();
}

// Whether a cluster reads tables for the plan.
bool ReadsAfar(const plan::Relation& root, const Settings& settings) {
  return settings.Get("paisql.spark.remote").starts_with("sc://") &&
         !plan::CollectScans(root).empty();
}

engine::spark::SparkWorkerOptions OptionsOf(const HomeContext& context, const Settings& settings) {
  const jobs::Installation& installation = context.options().installation;
  engine::spark::SparkWorkerOptions options;
  options.remote = settings.Get("paisql.spark.remote");
  options.python = SparkPython(settings.Get("paisql.spark.python"), installation);
  options.program = settings.Get("paisql.spark.program");
  if (options.program.empty()) options.program = installation.program;
  options.python_folder = installation.python_folder;
  options.folder = "/";
  return options;
}

}  // namespace

std::string SparkPython(const std::string& set, const jobs::Installation& installation) {
  if (!set.empty()) return set;
  if (const char* python = std::getenv("PAISQL_SPARK_PYTHON")) return python;
  if (installation.python.empty()) return "";
  // Beside the Python of trainings, .deps/venv/bin/python, where scripts/setup --spark puts it.
  const std::filesystem::path venv =
      std::filesystem::path(installation.python).parent_path().parent_path();
  return (venv.parent_path() / "spark/bin/python").string();
}

EngineChoice ChooseEngine(const plan::Relation& root, const engine::Bindings& bindings,
                          const Settings& settings) {
  const std::string engine = settings.Get("paisql.engine");
  if (engine == "duckdb") return {};
  if (ReadsRowPlaces(root)) return {false, "changes of rows run here"};
  if (engine == "spark") return {true, "paisql.engine=spark"};
  const std::string limit = settings.Get("paisql.engine.limit");
  const int64_t most = ParseByteSize(limit).value_or(0);
  const int64_t bytes = InputBytes(root, bindings);
  const bool spark = bytes > most;
  return {spark,
          fmt::format("the files that it reads have {} bytes, {} paisql.engine.limit={}", bytes,
                      spark ? "more than" : "at most", limit),
          true};
}

Result<engine::Connection*> SparkSide::ConnectionTo(engine::Connection& local, HomeContext& context,
                                                    const Settings& settings) {
  engine::spark::SparkWorkerOptions options = OptionsOf(context, settings);
  if (connection_ != nullptr && options_ == options) return connection_.get();
  PAISQL_ASSIGN(std::unique_ptr<engine::Connection> made,
                engine::spark::SparkConnection::Open(local, context.spark(), options,
                                                     context.options().home_path + "/staging"));
  const std::lock_guard lock(mutex_);
  connection_ = std::move(made);
  options_ = std::move(options);
  return connection_.get();
}

Result<engine::Connection*> State::ConnectionFor(const plan::Relation& root,
                                                 const engine::Bindings& bindings,
                                                 const engine::ExecutionSettings& settings) {
  PAISQL_ASSIGN(const Placement placement, Place(root, bindings, settings));
  return placement.connection;
}

// What Spark was chosen for by size and refuses runs here, as every script ran here once.
Result<Placement> State::Place(const plan::Relation& root, const engine::Bindings& bindings,
                               const engine::ExecutionSettings& settings) {
  PAISQL_ASSIGN(engine::Connection* const local, Connection());
  Placement placement{local, ChooseEngine(root, bindings, settings_), ""};
  if (!placement.choice.spark) return placement;
  if (!CheckReach({}).ok()) {
    Error error{CodeOf("ODPS-0130013"),
                "users of a server run no queries on Spark, where functions are not confined",
                {},
                "SET paisql.engine=duckdb"};
    if (!placement.choice.by_size) return error;
    placement.refusal = std::move(error.detail);
    return placement;
  }
  if (placement.choice.by_size && store::Warehouse(*catalog_).bucket() != nullptr &&
      ReadsAfar(root, settings_) &&
      (settings_.Get("paisql.spark.warehouse").empty() || HasScripts(root))) {
    placement.refusal = kNoCopies;
    return placement;
  }
  PAISQL_ASSIGN(engine::Connection* const spark, spark_.ConnectionTo(*local, *context_, settings_));
  if (placement.choice.by_size) {
    const Result<std::string> statement = spark->Print(root, bindings, settings);
    if (!statement.ok()) {
      if (statement.error().code != ErrorCode::kUnsupported) return statement.error();
      placement.refusal = statement.error().detail;
      return placement;
    }
  }
  placement.connection = spark;
  return placement;
}

Status State::UseWarehouse() {
  return context_->UseWarehouse(*catalog_, [this] { return stop_token(); });
}

Result<std::string> State::BucketFor(const plan::Relation& root) {
  const bool always = settings_.Get("paisql.engine") == "spark";
  if (settings_.Get("paisql.engine") == "duckdb" || ReadsRowPlaces(root)) return std::string();
  if (!always && HasScripts(root)) return std::string();
  std::string url = settings_.Get("paisql.spark.warehouse");
  while (url.ends_with('/')) url.pop_back();
  if (!url.empty()) {
    PAISQL_ASSIGN(const store::WarehousePlace place, store::ReadWarehousePlace(home().path()));
    // An engine may take what lies at another place, or nothing, for the tables' rows.
    PAISQL_TRY(oss::CheckWarehouseUrl(home(), place, url));
  }
  if (url.empty() && always && ReadsAfar(root, settings_)) {
    return Error{ErrorCode::kUnsupported,
                 kNoCopies,
                 {},
                 "SET paisql.spark.warehouse=s3a://bucket/prefix, as Spark reaches it"};
  }
  return url;
}

void SparkSide::Interrupt() {
  const std::lock_guard lock(mutex_);
  if (connection_ != nullptr) connection_->Interrupt();
}

void SparkSide::Reset() {
  const std::lock_guard lock(mutex_);
  connection_.reset();
}

}  // namespace paisql::session
