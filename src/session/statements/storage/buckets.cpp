// CREATE BUCKET, DROP BUCKET, SHOW BUCKETS.

#include "oss/folders.h"

#include <algorithm>

#include "base/display/amounts.h"
#include "base/result.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "oss/endpoints.h"
#include "oss/place.h"
#include "oss/roles.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/storage/handlers.h"
#include "session/statements/storage/oss_words.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

// Checks the name of LOCATION.
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
    PAISQL_TRY_AT(statement.name.range, oss::CreateBucket(home, name));
    return Status::Ok();
  }
  if (remote) {
    return oss::CreateBucketAtEndpoint(name, endpoint, statement.name.range,
                                       statement.location->range, OssCallerOf(run));
  }
  const std::string folder = run.state.ResolvePath(statement.location->text);
  PAISQL_TRY_AT(statement.location->range, oss::CreateBucketAt(home, name, folder));
  return Status::Ok();
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
  PAISQL_TRY_AT(statement.name.range, oss::RevokeAll(run.state.catalog(), name));
  PAISQL_TRY_AT(statement.name.range, oss::DropBucket(home, name));
  return Status::Ok();
}

}  // namespace

Status RunBucket(const syntax::BucketStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.name.range, const std::string name,
                   oss::BucketName(statement.name.text));
  PAISQL_TRY(statement.drop ? RemoveBucket(statement, name, run)
                            : MakeBucket(statement, name, run));
  run.out.Done();
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
