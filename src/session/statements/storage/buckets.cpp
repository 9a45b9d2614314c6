// CREATE BUCKET, DROP BUCKET, SHOW BUCKETS.

#include "oss/folders.h"

#include <algorithm>

#include "base/text.h"
#include "oss/bucket.h"
#include "session/layout.h"
#include "session/statements/answers.h"
#include "session/statements/handlers.h"

namespace paisql::session {

namespace {

// A bucket that is a service elsewhere is named, not taken for a folder of that name.
Status CheckLocation(const syntax::Word& location) {
  const size_t scheme = location.text.find("://");
  if (scheme == std::string::npos || location.text.starts_with("file://")) return Status::Ok();
  return Error{ErrorCode::kUnsupported,
               "a bucket at " + location.text.substr(0, scheme) + ":// is not supported",
               location.range, "LOCATION names a folder of this machine, or one mounted there"};
}

Status Create(const syntax::BucketStatement& statement, const std::string& name, Run& run) {
  const store::Home& home = run.state.home();
  if (statement.location.has_value()) PAISQL_TRY(CheckLocation(*statement.location));
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const std::optional<oss::Bucket> known, oss::FindBucket(home, name));
  if (known.has_value() && statement.conditional) return Status::Ok();
  if (!statement.location.has_value()) {
    PAISQL_TRY_AT(statement.name.range, oss::CreateBucket(home, name));
    return Status::Ok();
  }
  const std::string folder = run.state.ResolvePath(statement.location->text);
  PAISQL_TRY_AT(statement.location->range, oss::CreateBucketAt(home, name, folder));
  return Status::Ok();
}

// What roles may do with a bucket goes with it: another one of that name begins with nothing.
Status RevokeAll(const std::string& bucket, Run& run) {
  const auto of_bucket = [&](const store::Grant& grant) { return grant.bucket == bucket; };
  PAISQL_ASSIGN(const std::vector<store::Role> roles, run.state.catalog().ListRoles());
  const bool granted = std::any_of(roles.begin(), roles.end(), [&](const store::Role& role) {
    return std::any_of(role.grants.begin(), role.grants.end(), of_bucket);
  });
  if (!granted) return Status::Ok();
  return run.state.catalog().ChangeRoles([&](std::vector<store::Role>* changed) {
    for (store::Role& role : *changed) std::erase_if(role.grants, of_bucket);
    return Status::Ok();
  });
}

Status Drop(const syntax::BucketStatement& statement, const std::string& name, Run& run) {
  if (run.state.checking()) return Status::Ok();
  const store::Home& home = run.state.home();
  PAISQL_ASSIGN(const std::optional<oss::Bucket> known, oss::FindBucket(home, name));
  if (!known.has_value()) {
    if (statement.conditional) return Status::Ok();
    PAISQL_TRY_AT(statement.name.range, oss::RequireBucket(home, name));
  }
  // First what it allows: a bucket without grants is less than grants without a bucket.
  PAISQL_TRY_AT(statement.name.range, RevokeAll(name, run));
  PAISQL_TRY_AT(statement.name.range, oss::DropBucket(home, name));
  return Status::Ok();
}

}  // namespace

Status RunBucket(const syntax::BucketStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.name.range, const std::string name,
                   oss::BucketName(statement.name.text));
  PAISQL_TRY(statement.drop ? Drop(statement, name, run) : Create(statement, name, run));
  run.sink.Done();
  return Status::Ok();
}

Result<Answer> ShowBuckets(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::vector<oss::Bucket> buckets, oss::ListBuckets(run.state.home()));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"bucket", "modified", "location"};
  for (const oss::Bucket& bucket : buckets) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, bucket.name)) continue;
    answer.rows.push_back({bucket.name, zone.Format(bucket.modified_sec), bucket.folder});
  }
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " buckets\n";
  return answer;
}

}  // namespace paisql::session
