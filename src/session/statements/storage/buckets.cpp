// CREATE BUCKET, DROP BUCKET, SHOW BUCKETS.

#include "oss/folders.h"

#include <algorithm>

#include "base/display/amounts.h"
#include "base/result.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "oss/endpoints.h"
#include "oss/stoppable_store.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/handlers.h"
#include "session/statements/storage/oss_place.h"

namespace paisql::session {

namespace {

// What LOCATION can name.
Status CheckLocation(const syntax::BucketStatement& statement) {
  const std::string place = statement.location.has_value() ? statement.location->text : "";
  const size_t scheme = place.find("://");
  const bool folder = scheme == std::string::npos || place.starts_with("file://");
  if (!folder && !oss::IsEndpointLocation(place)) {
    return Error{ErrorCode::kUnsupported,
                 "a bucket at " + place.substr(0, scheme) + ":// is not supported",
                 statement.location->range,
                 "LOCATION names s3://…, oss://…, or a folder that is there or mounted there"};
  }
  if (folder && !statement.properties.empty()) {
    return Error{ErrorCode::kInvalidCommand, "a bucket that is a folder has no properties",
                 statement.properties[0].name.range,
                 "they belong to LOCATION 's3://bucket/prefix' or 'oss://bucket.host/prefix'"};
  }
  return Status::Ok();
}

Result<oss::Endpoint> EndpointOf(const syntax::BucketStatement& statement, const Run& run) {
  PAISQL_ASSIGN_AT(statement.location->range, oss::Endpoint endpoint,
                   oss::EndpointAt(statement.location->text));
  for (const syntax::WordProperty& property : statement.properties) {
    PAISQL_TRY_AT(property.name.range,
                  oss::SetProperty(&endpoint, property.name.text, property.value.text));
  }
  PAISQL_TRY_AT(statement.location->range, oss::CheckProperties(endpoint));
  // Jobs run in other folders.
  if (!endpoint.ca_file.empty()) endpoint.ca_file = run.state.ResolvePath(endpoint.ca_file);
  return endpoint;
}

// One that cannot be reached is not made: its properties are wrong more often than its service is
// down.
Status CreateAtEndpoint(const syntax::BucketStatement& statement, const std::string& name,
                        const oss::Endpoint& endpoint, Run& run) {
  const store::Home& home = run.state.home();
  const SourceRange& range = statement.location->range;
  PAISQL_ASSIGN_AT(statement.name.range, oss::NewDescription description,
                   oss::NewDescription::Write(home, name, endpoint));
  const jobs::Installation& installation = run.state.options().installation;
  oss::StoreStatus opened;
  const std::shared_ptr<oss::ObjectStore> store =
      oss::OpenStoppableStore({installation.oss_remote, installation.python}, name,
                              description.path(), run.state.stop_token(), &opened);
  Status reached = PlaceStatus(opened.ok() ? store->Check() : opened, range);
  if (!reached.ok()) {
    // The cures are for a bucket that is there.
    Error error = reached.error();
    const std::string drop = "DROP BUCKET " + name + "; and ";
    if (const size_t at = error.hint.find(drop); at != std::string::npos) {
      error.hint.erase(at, drop.size());
    }
    return error;
  }
  PAISQL_TRY(run.state.CheckInterrupted());
  PAISQL_TRY_AT(statement.name.range, description.Publish());
  return Status::Ok();
}

Status MakeBucket(const syntax::BucketStatement& statement, const std::string& name, Run& run) {
  const store::Home& home = run.state.home();
  PAISQL_TRY(CheckLocation(statement));
  const bool remote =
      statement.location.has_value() && oss::IsEndpointLocation(statement.location->text);
  oss::Endpoint endpoint;
  if (remote) {
    PAISQL_ASSIGN(endpoint, EndpointOf(statement, run));
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const std::optional<oss::Bucket> known, oss::FindBucket(home, name));
  if (known.has_value() && !known->problem.empty()) {
    return WithRange(oss::BadDescription(*known), statement.name.range);
  }
  if (known.has_value() && statement.conditional) return Status::Ok();
  if (!statement.location.has_value()) {
    PAISQL_TRY_AT(statement.name.range, oss::MakeBucket(home, name));
    return Status::Ok();
  }
  if (remote) return CreateAtEndpoint(statement, name, endpoint, run);
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

Status RemoveBucket(const syntax::BucketStatement& statement, const std::string& name, Run& run) {
  if (run.state.checking()) return Status::Ok();
  const store::Home& home = run.state.home();
  PAISQL_ASSIGN(const std::optional<oss::Bucket> known, oss::FindBucket(home, name));
  if (!known.has_value()) {
    if (statement.conditional) return Status::Ok();
    PAISQL_TRY_AT(statement.name.range, oss::RequireBucket(home, name));
  }
  // First what it allows: a bucket without grants is less than grants without a bucket.
  PAISQL_TRY_AT(statement.name.range, RevokeAll(name, run));
  PAISQL_TRY_AT(statement.name.range, oss::RemoveBucket(home, name));
  return Status::Ok();
}

}  // namespace

Status RunBucket(const syntax::BucketStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.name.range, const std::string name,
                   oss::BucketName(statement.name.text));
  PAISQL_TRY(statement.drop ? RemoveBucket(statement, name, run)
                            : MakeBucket(statement, name, run));
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
    const std::string place = bucket.folder + (bucket.problem.empty() ? "" : " " + bucket.problem);
    answer.rows.push_back({bucket.name, zone.Format(bucket.modified_sec), place});
  }
  answer.text = Box(answer) + Counted(answer.rows.size(), "bucket") + "\n";
  return answer;
}

}  // namespace paisql::session
