#include <cmath>
#include <limits>

#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/place.h"

namespace paisql::store {
namespace {

constexpr const char* kJobColumns =
    "SELECT j.id, p.name, j.kind, j.name, j.statement, j.owner, j.state, j.message, j.created_ms, "
    "j.started_ms, j.ended_ms, j.supervisor_pid, j.supervisor_start, j.boot_id, j.priority, "
    "j.parameters, j.steps, j.loss, j.rows_read, j.rows_written, j.loss_step, "
    "j.bytes_read, j.read_ms, j.step_ms, j.wait_ms "
    "FROM jobs j JOIN projects p ON p.id = j.project_id ";

Result<Job> ReadJob(const Statement& row, const Home& home) {
  Job job;
  job.id = row.Text(0);
  // The id names the job's folder.
  if (!IsPlainName(job.id)) return DamagedCatalog(home, "a job's id is '" + job.id + "'");
  job.project = row.Text(1);
  job.kind = row.Text(2);
  job.name = row.Text(3);
  job.statement = row.Text(4);
  job.owner = row.Text(5);
  // The catalog's own check lets no other text in.
  job.state = JobStateOfText(row.Text(6)).value_or(job.state);
  job.message = row.Text(7);
  job.created_ms = row.Int(8);
  job.started_ms = row.Int(9);
  job.ended_ms = row.Int(10);
  job.supervisor_pid = row.Int(11);
  job.supervisor_start = row.Int(12);
  job.boot_id = row.Text(13);
  job.priority = static_cast<int>(row.Int(14));
  job.parameters = row.Text(15);
  if (!row.IsNull(16)) job.steps = row.Int(16);
  if (!row.IsNull(17)) {
    job.loss = row.IsText(17) ? std::numeric_limits<double>::quiet_NaN() : row.Double(17);
  }
  job.rows_read = row.Int(18);
  job.rows_written = row.Int(19);
  if (!row.IsNull(20)) job.loss_step = row.Int(20);
  job.bytes_read = row.Int(21);
  job.read_ms = row.Int(22);
  job.step_ms = row.Int(23);
  job.wait_ms = row.Int(24);
  return job;
}

Result<std::vector<Job>> ReadJobs(Statement& list, const Home& home) {
  std::vector<Job> jobs;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return jobs;
    PAISQL_ASSIGN(Job job, ReadJob(list, home));
    jobs.push_back(std::move(job));
  }
}

// A REAL of SQLite holds every number but NaN, which it takes for NULL: that is kept as a text.
Status RunJobStatement(CatalogState& state, const char* sql, const Job& job, int64_t project_id) {
  return state.db.Run(sql, job.id, project_id, job.kind, job.name, job.statement,
                      job.owner.empty() ? state.Owner() : job.owner, JobStateText(job.state),
                      job.message, job.created_ms, job.started_ms, job.ended_ms, job.supervisor_pid,
                      job.supervisor_start, job.boot_id, job.priority, job.parameters, job.steps,
                      job.loss, job.rows_read, job.rows_written,
                      job.loss.has_value() && std::isnan(*job.loss), job.loss_step, job.bytes_read,
                      job.read_ms, job.step_ms, job.wait_ms);
}

}  // namespace

Status ChangeWriter::operator()(const change::InsertJob& one) {
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(one.job.project));
  return RunJobStatement(
      state_,
      "INSERT INTO jobs (id, project_id, kind, name, statement, owner, state, message, created_ms, "
      "started_ms, ended_ms, supervisor_pid, supervisor_start, boot_id, priority, parameters, "
      "steps, loss, rows_read, rows_written, loss_step, bytes_read, read_ms, step_ms, wait_ms) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, "
      "CASE WHEN ?21 = 1 THEN 'nan' ELSE ?18 END, ?19, ?20, ?22, ?23, ?24, ?25, ?26)",
      one.job, project_id);
}

Status ChangeWriter::operator()(const change::UpdateJob& one) {
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(one.job.project));
  PAISQL_TRY(RunJobStatement(
      state_,
      "UPDATE jobs SET project_id = ?2, kind = ?3, name = ?4, statement = ?5, owner = ?6, "
      "state = ?7, message = ?8, created_ms = ?9, started_ms = ?10, ended_ms = ?11, "
      "supervisor_pid = ?12, supervisor_start = ?13, boot_id = ?14, priority = ?15, "
      "parameters = ?16, steps = ?17, loss = CASE WHEN ?21 = 1 THEN 'nan' ELSE ?18 END, rows_read "
      "= ?19, "
      "rows_written = ?20, loss_step = ?22, bytes_read = ?23, read_ms = ?24, step_ms = ?25, "
      "wait_ms = ?26 "
      "WHERE id = ?1",
      one.job, project_id));
  if (db_.Changes() == 0) {
    return Error{ErrorCode::kJobNotFound, "job " + one.job.id + " is not in the catalog", {}, ""};
  }
  return Status::Ok();
}

Result<std::optional<Job>> Catalog::FindJob(const std::string& id) {
  PAISQL_ASSIGN(Statement find, state_->db.Prepare(std::string(kJobColumns) + "WHERE j.id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(id).Step());
  std::optional<Job> job;
  if (found) {
    PAISQL_ASSIGN(job, ReadJob(find, state_->home));
  }
  return job;
}

Result<std::vector<Job>> Catalog::ListJobs(const std::string& project, const JobFilter& filter) {
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kJobColumns) +
                                                   "WHERE p.name = ?1 AND (?2 = '' OR j.kind = ?2) "
                                                   "ORDER BY j.created_ms DESC, j.id DESC"));
  list.Bind(ProjectOfPlace(project), filter.pai_only ? "pai" : "");
  std::vector<Job> jobs;
  // The rows come from the index jobs_by_time, so that stopping early is what a limit costs. Names
  // are compared here, not in SQL: the patterns are those of every SHOW.
  const int64_t limit = filter.limit.value_or(INT64_MAX);
  while (static_cast<int64_t>(jobs.size()) < limit) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    if (!filter.name_pattern.empty() && !MatchesStarPattern(filter.name_pattern, list.Text(3))) {
      continue;
    }
    PAISQL_ASSIGN(Job job, ReadJob(list, state_->home));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

Result<std::vector<Job>> Catalog::ListActiveJobs() {
  // Spelled as the index jobs_active is.
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kJobColumns) +
                                                   "WHERE j.state IN ('waiting', 'running') "
                                                   "ORDER BY j.created_ms DESC, j.id DESC"));
  return ReadJobs(list, state_->home);
}

Result<std::vector<Job>> Catalog::ListJobsLike(const std::string& text, int64_t limit) {
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare(std::string(kJobColumns) +
                         "WHERE substr(j.id, 1, length(?1)) COLLATE NOCASE = ?1 COLLATE NOCASE "
                         "OR substr(j.id, length(j.id) - length(?1) + 1) COLLATE NOCASE = "
                         "?1 COLLATE NOCASE "
                         "OR j.name COLLATE NOCASE = ?1 COLLATE NOCASE "
                         "ORDER BY j.created_ms DESC, j.id DESC LIMIT ?2"));
  return ReadJobs(list.Bind(text, limit), state_->home);
}

}  // namespace paisql::store
