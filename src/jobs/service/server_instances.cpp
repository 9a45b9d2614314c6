#include "jobs/service/server_instances.h"

#include <utility>

#include "jobs/spec/job_outcome.h"
#include "store/place.h"

namespace paisql::jobs {

namespace {

store::Job JobOf(const store::InstanceRow& row, const std::string& owner) {
  store::Job job;
  job.id = row.id;
  job.project = store::ProjectOfPlace(row.project);
  job.kind = kOfServer;
  job.statement = row.query;
  job.owner = row.user.empty() ? owner : row.user;
  job.state = row.state;
  job.message = row.message;
  job.priority = row.priority;
  job.created_ms = row.submitted_ms;
  // When it began is not written down: most begin at once.
  if (row.state != store::JobState::kWaiting) job.started_ms = row.submitted_ms;
  job.ended_ms = row.ended_ms;
  return job;
}

}  // namespace

Result<store::InstanceBook*> ServerInstances::Book() {
  if (book_ == nullptr) {
    PAISQL_ASSIGN(book_, store::InstanceBook::Look(home_));
    if (book_ != nullptr && home_.writable()) {
      PAISQL_TRY(book_->FailOfTheDead("the server ended while the instance ran"));
    }
  }
  return book_.get();
}

Result<std::optional<store::Job>> ServerInstances::Find(const std::string& id,
                                                        const std::string& owner) {
  std::optional<store::Job> job;
  PAISQL_ASSIGN(store::InstanceBook* const book, Book());
  if (book == nullptr) return job;
  PAISQL_ASSIGN(const std::optional<store::InstanceRow> row, book->Find(id));
  if (row.has_value()) job = JobOf(*row, owner);
  return job;
}

Result<std::vector<store::Job>> ServerInstances::List(const std::string& project,
                                                      const std::string& owner, int64_t limit) {
  std::vector<store::Job> jobs;
  PAISQL_ASSIGN(store::InstanceBook* const book, Book());
  if (book == nullptr) return jobs;
  PAISQL_ASSIGN(const std::vector<store::InstanceRow> rows, book->List(project, limit));
  for (const store::InstanceRow& row : rows) jobs.push_back(JobOf(row, owner));
  return jobs;
}

Result<std::vector<std::string>> ServerInstances::IdsLike(const std::string& text, int64_t limit) {
  std::vector<std::string> ids;
  PAISQL_ASSIGN(store::InstanceBook* const book, Book());
  if (book == nullptr) return ids;
  PAISQL_ASSIGN(const std::vector<store::InstanceRow> rows, book->ListLike(text, limit));
  for (const store::InstanceRow& row : rows) ids.push_back(row.id);
  return ids;
}

Status ServerInstances::AskToStop(const std::string& id) {
  PAISQL_ASSIGN(store::InstanceBook* const book, Book());
  return book == nullptr ? Status::Ok() : book->AskToStop(id);
}

}  // namespace paisql::jobs
