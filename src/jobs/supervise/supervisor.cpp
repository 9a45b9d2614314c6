// One process a job: adopts its lease, runs its processes to their end
// (jobs/supervise/job_run.h), commits what they wrote, tells the catalog.

#include "jobs/supervise/supervisor.h"
#include "jobs/job/training_facts.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stop_token>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/process/process.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/files/kept_room.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_progress_file.h"
#include "jobs/job/job_values.h"
#include "jobs/place/local_place.h"
#include "jobs/place/spark_place.h"
#include "jobs/supervise/guardian.h"
#include "jobs/supervise/job_run.h"
#include "oss/warehouse.h"
#include "store/transaction.h"

namespace paisql::jobs {

namespace {

JobOutcome Failed(const JobPlaces& places, const Error& error) {
  JobOutcome outcome;
  outcome.state = store::JobState::kFailed;
  outcome.exit_status = 1;
  outcome.message = error.code == ErrorCode::kJobFailed ? error.detail : error.ToString();
  if (!error.hint.empty()) outcome.message += " (" + error.hint + ")";
  outcome.log_path = places.ChiefLog();
  return outcome;
}

// A new model, or the next version of one that is there.
Status AddModel(store::Catalog& catalog, StagedModel staged, const std::string& job_id,
                store::CatalogTransaction& transaction) {
  staged.version.job_id = job_id;
  PAISQL_ASSIGN(const std::optional<store::Model> known,
                catalog.FindModel(staged.project, staged.name));
  if (known.has_value()) {
    transaction.Add(
        store::change::AddModelVersion{known->id, known->project, std::move(staged.version), true});
    return Status::Ok();
  }
  store::change::CreateModel made;
  made.model.project = staged.project;
  made.model.name = staged.name;
  made.version = std::move(staged.version);
  transaction.Add(std::move(made));
  return Status::Ok();
}

// Commits what the script has staged and that the job has succeeded, in one transaction. Rows of an
// input that the job replaces must be those that it has read: what somebody has written meanwhile
// is not lost, the job fails.
Status CommitSuccess(store::Catalog& catalog, const JobPlaces& places, size_t outputs,
                     store::Job job) {
  store::TableWrite write(catalog);
  PAISQL_TRY(PutStagedOutputs(places, outputs, write));
  job.state = store::JobState::kSucceeded;
  job.ended_ms = NowMs();
  PAISQL_ASSIGN(std::optional<StagedModel> model, ReadStagedModel(places));
  if (model.has_value()) {
    model->version.training = TrainingFacts(places.directory, job);
    PAISQL_TRY(AddModel(catalog, *std::move(model), job.id, write.transaction()));
  }
  write.transaction().Add(store::change::UpdateJob{std::move(job)});
  return write.Commit();
}

// For logs/supervisor.log.
void Tell(const Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s\n", Redact(status.error().ToString()).c_str());
}

// For who wonders what the script has missed. One line, and names only.
void TellWithheld(const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::fprintf(stderr,
               "the script did not get these variables of the session: %s (SET "
               "paisql.job.env.NAME=value; gives one, SET paisql.job.environment=all; gives all)\n",
               Join(names, ", ").c_str());
}

// Once; the session that waits for it goes on.
void SayReady(Descriptor& ready) {
  if (!ready.open()) return;
  (void)!write(ready.get(), "1", 1);
  ready.Close();
}

// The descriptors that a supervisor has from its starter. The starter waits until `ready` is
// closed, and then reads in the log why, so `ready` stays open until the log says it.
struct Start {
  int lease_descriptor = -1;
  const Installation& installation;
  WarmChildren warm;
  Descriptor ready;
};

// Requests to stop come as signals, while the place turns the loop.
class StopSignals {
 public:
  static Result<std::unique_ptr<StopSignals>> Watch(EventLoop& loop) {
    PAISQL_ASSIGN(SignalSource source, SignalSource::Open({SIGTERM, SIGINT, SIGHUP}));
    return std::unique_ptr<StopSignals>(new StopSignals(loop, std::move(source)));
  }
  std::stop_token token() const { return stop_.get_token(); }

 private:
  StopSignals(EventLoop& loop, SignalSource source) : source_(std::move(source)) {
    watch_ = loop.Add(source_.descriptor(), EventLoop::Interest::kRead, [this] {
      // A terminal that goes away does not stop the job.
      for (const int number : source_.Take()) {
        if (number != SIGHUP) stop_.request_stop();
      }
    });
  }

  SignalSource source_;
  std::stop_source stop_;
  EventLoop::Watch watch_;
};

std::unique_ptr<Place> PlaceOf(const JobContext& job, store::Catalog& catalog, EventLoop& loop,
                               Start& start) {
  if (job.file.spark.has_value()) {
    return std::make_unique<SparkPlace>(job, loop, StageProgram(job, loop));
  }
  return std::make_unique<LocalPlace>(job, catalog, loop, std::move(start.warm));
}

JobOutcome RunJob(store::Catalog& catalog, const JobPlaces& places, const JobFile& file,
                  Start& start, store::Job* job) {
  const JobContext context = {places, file, catalog.home(), start.installation};
  EventLoop loop;
  // The first in the loop: a request to stop that has come with the end of a process goes before.
  const auto stop = StopSignals::Watch(loop);
  if (!stop.ok()) {
    SayReady(start.ready);  // the outcome tells why
    return Failed(places, stop.error());
  }
  const std::unique_ptr<Place> place = PlaceOf(context, catalog, loop, start);
  KeptRoom room(places.RoomFile());
  JobTurns turns;
  // Jobs of one session are served in the order of its statements, so it waits for this.
  turns.on_queued = [&start] { SayReady(start.ready); };
  turns.on_start = [&]() -> Status {
    PAISQL_TRY(room.Take());
    job->state = store::JobState::kRunning;
    job->started_ms = NowMs();
    return catalog.UpdateJob(*job);
  };
  turns.on_ended = [&room] { room.Give(); };
  JobRun run(file, places, *place, std::move(turns), (*stop)->token());
  JobOutcome outcome = run.Run();
  SayReady(start.ready);  // a job that failed before it had its place has an outcome all the same
  FillTotals(run.Progress(), job);
  if (outcome.state == store::JobState::kSucceeded) {
    job->message = outcome.message;
    const Status committed = CommitSuccess(catalog, places, file.outputs, *job);
    if (!committed.ok()) return Failed(places, committed.error());
  }
  return outcome;
}

Status Supervise(const JobPlaces& places, Start& start) {
  PAISQL_ASSIGN(JobFile file, ReadJobFile(places.directory));
  std::vector<std::string> withheld;
  PAISQL_TRY(TakeOverValues(&file, &withheld));
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(file.home));
  // Declared before the catalog: the lease keeps the input files until all is written down.
  PAISQL_ASSIGN(const std::unique_ptr<store::Lease> lease,
                store::Lease::Adopt(home, file.lease, start.lease_descriptor));
  PAISQL_ASSIGN(const std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  PAISQL_TRY(
      oss::UseWarehouse(*catalog, {start.installation.oss_remote, start.installation.python}));
  PAISQL_ASSIGN(std::optional<store::Job> job, catalog->FindJob(file.id));
  catalog->KeepRemovedFor(store::kUsualRetentionMs);
  if (!job.has_value())
    return Error{ErrorCode::kJobNotFound, "job " + file.id + " is not in the catalog", {}, ""};

  const ProcessIdentity self = IdentityOf(getpid());
  job->supervisor_pid = self.pid;
  job->supervisor_start = self.start;
  job->boot_id = self.boot_id;
  PAISQL_TRY(catalog->UpdateJob(*job));
  JobOutcome outcome = RunJob(*catalog, places, file, start, &*job);
  if (outcome.state == store::JobState::kFailed) TellWithheld(withheld);
  outcome.message = Redact(outcome.message);
  if (catalog->left_files()) lease->LeaveToSweep();
  // For a success the row says it already. Otherwise each of the two is enough to know the end.
  Tell(WriteResult(places, outcome));
  if (outcome.state == store::JobState::kSucceeded) return Status::Ok();
  job->state = outcome.state;
  job->message = outcome.message;
  job->ended_ms = NowMs();
  return catalog->UpdateJob(*job);
}

}  // namespace

int RunSupervisor(const std::string& job_directory, int lease_descriptor,
                  const Installation& installation) {
  // A warm process has made the guardian, because it has made the job's processes, too.
  if (std::getenv(kWarmVariable) == nullptr) {
    if (const Status guarded = BeginGuarded(); !guarded.ok()) {
      Tell(guarded);
      return 1;
    }
  }
  // Before anything else, so that a request to stop is never lost and never ends the supervisor
  // itself.
  BlockSignals({SIGCHLD, SIGTERM, SIGINT, SIGHUP, kRoomSignal});
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  Start start{lease_descriptor, installation, {}, {}};
  if (const char* text = std::getenv(kReadyVariable)) {
    start.ready = Descriptor(WholeNumberOr(text, -1));
    unsetenv(kReadyVariable);
  }
  start.warm = WarmChildren::FromEnvironment();
  const Status status = Supervise({job_directory}, start);
  if (status.ok()) return 0;
  Tell(status);
  return 1;
}

}  // namespace paisql::jobs
