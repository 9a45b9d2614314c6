#include "session/statements/jobs/start_job.h"

#include <unistd.h>

#include "execution/damage.h"
#include "jobs/service/old_jobs.h"
#include "jobs/spec/spark_cluster.h"
#include "names/model_name.h"
#include "pai/job/learner_job.h"
#include "session/spark_python.h"
#include "session/statements/jobs/follow.h"

namespace paisql::session {

namespace {

// The job's outcome, once nothing is computed for it any more. A query that has failed is why the
// job has, and says where.
Status EndedWith(Status followed, const std::string& id, JobQueries& queries, Run& run) {
  if (queries.empty()) return followed;
  const auto job = run.state.Jobs().Find(id);
  Status computed = queries.End(job.ok() && !jobs::HasEnded(job->state));
  return followed.ok() || computed.ok() ? followed : computed;
}

// A check's copy of the catalog gets the model that the job would make, so that later statements
// of the script find it. Nobody reads the folder: the model has no files.
Status ExpectModel(const jobs::JobSpec& spec, const SourceRange& range, Run& run) {
  const jobs::ModelOutput& made = *spec.model;
  store::Catalog& catalog = run.state.catalog();
  store::ModelVersion version;
  version.folder = names::kUntrainedFolder;
  version.source = made.source;
  version.format = made.format;
  version.training = pai::ExpectedTraining(spec);
  PAISQL_ASSIGN(const std::optional<store::Model> known,
                catalog.FindModel(made.project, made.name));
  if (known.has_value()) {
    version.version = known->versions.back().version + 1;
    PAISQL_TRY_AT(range, catalog.AddModelVersion(*known, version));
    return catalog.SetDefaultVersion(known->id, version.version);
  }
  store::Model model;
  model.project = made.project;
  model.name = made.name;
  PAISQL_TRY_AT(range, catalog.CreateModel(model, version));
  return Status::Ok();
}

// Names the cluster that the job's settings choose, and checks it where the job goes there.
Status ChooseItsCluster(const State& state, jobs::JobSpec* spec) {
  spec->spark = jobs::ChooseCluster(spec->settings);
  if (!spec->spark.has_value() || jobs::StaysHere(*spec)) return Status::Ok();
  jobs::SparkCluster& cluster = *spec->spark;
  constexpr const char* kWayOut = "SET paisql.job.place=local; runs it on this machine";
  if (!state.CheckReach({}).ok()) {
    return Error{CodeOf("ODPS-0130013"), "users of a server run no jobs on Spark", {}, kWayOut};
  }
  if (cluster.remote.empty() || cluster.remote == "sail") {
    return Error{ErrorCode::kUnsupported,
                 "Sail runs no jobs: it has no barrier stages, in which processes start together",
                 {},
                 std::string("SET paisql.spark.remote=sc://HOST:PORT; names a Spark; ") + kWayOut};
  }
  cluster.python = SparkPython(cluster.python, state.options().installation);
  if (::access(cluster.python.c_str(), X_OK) != 0) {
    return Error{ErrorCode::kEnvironment,
                 "Spark's client is not installed: there is no " + cluster.python,
                 {},
                 "scripts/setup --spark installs it, or SET paisql.spark.python to a Python that "
                 "has pyspark"};
  }
  return Status::Ok();
}

}  // namespace

pai::BuildContext PaiContext(Run& run, JobQueries& queries) {
  State& state = run.state;
  pai::BuildContext context;
  if (state.options().components != nullptr) context.components = state.options().components;
  context.names = state.Names();
  context.script_folder = state.ResolvePath(".");
  context.statement_text = run.text;
  context.settings = &state.settings().values();
  context.queries = &queries;
  context.installation = state.options().installation;
  context.stop = state.stop_token();
  return context;
}

Status StartJob(const jobs::JobSpec& given, JobQueries& queries, const SourceRange& range,
                Run& run) {
  State& state = run.state;
  jobs::JobSpec spec = given;
  PAISQL_TRY_AT(range, ChooseItsCluster(state, &spec));
  std::vector<int64_t> made;
  PAISQL_TRY(MakeNewOutputs(range, run, &spec, &made));
  if (state.checking()) {
    if (!spec.outputs.empty()) state.unknowns().NoteRows();
    if (spec.model.has_value()) return ExpectModel(spec, range, run);
    return Status::Ok();
  }
  for (const std::string& note : spec.notes) {
    if (state.SayOnce(note)) run.out.Message(note);
  }
  // A job reads its inputs more than once, in processes of its own: here all of them is checked.
  const auto check = [&](const store::Table& table, const store::FileListing& files) {
    return execution::CheckListing(state, table, files, range);
  };
  Result<std::string> submitted = state.Jobs().Submit(spec, check, &queries);
  if (!submitted.ok()) DropNewOutputs(made, run);
  PAISQL_ASSIGN_AT(range, const std::string id, std::move(submitted));
  for (const std::string& note : state.Jobs().notes()) {
    if (state.SayOnce(note)) run.out.Message(note);
  }
  jobs::JobRetention kept;
  kept.folders = state.settings().GetCount("paisql.job.keep").value_or(kept.folders);
  kept.days = state.settings().GetCount("paisql.job.keep.days").value_or(kept.days);
  jobs::RemoveOldJobFolders(state.catalog(), kept);
  state.upcoming().Submitted(state);
  run.out.Message("ID = " + id);
  queries.Begin();
  if (state.settings().GetBoolean("paisql.job.async")) {
    state.job_news().Background(id);
    PAISQL_TRY(queries.End(true));
    run.out.Done();
    return Status::Ok();
  }
  if (spec.serves) return FollowUntilServing(id, range, run);
  Status followed = EndedWith(FollowJob(id, range, run), id, queries, run);
  // Not before: two imports at a time would slow each other.
  state.upcoming().Ended(spec.runtime, state);
  return followed;
}

Status MakeNewOutputs(const SourceRange& range, Run& run, jobs::JobSpec* spec,
                      std::vector<int64_t>* made) {
  for (jobs::TableBinding& output : spec->outputs) {
    if (output.table.id != 0) continue;
    Result<store::Table> table = run.state.catalog().CreateTable(output.table);
    if (!table.ok()) DropNewOutputs(*made, run);
    PAISQL_ASSIGN_AT(range, output.table, std::move(table));
    made->push_back(output.table.id);
  }
  return Status::Ok();
}

void DropNewOutputs(const std::vector<int64_t>& made, Run& run) {
  // A table that could not be dropped is empty, and the statement has its own error to report.
  for (const int64_t id : made) (void)run.state.catalog().DropTable(id);
}

}  // namespace paisql::session
