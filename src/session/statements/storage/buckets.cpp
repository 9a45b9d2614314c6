// CREATE BUCKET, DROP BUCKET, SHOW BUCKETS.

#include "oss/folders.h"

#include <algorithm>

#include "base/byte_size.h"
#include "base/display/amounts.h"
#include "base/result.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "oss/endpoints.h"
#include "oss/place.h"
#include "oss/roles.h"
#include "oss/warehouse.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/storage/handlers.h"
#include "session/statements/storage/oss_words.h"
#include "store/catalog/warehouse.h"
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

constexpr std::string_view kWarehouse = "warehouse";  // properties of the home, not of an endpoint
constexpr std::string_view kCopies = "copies";

bool IsOfHome(const syntax::WordProperty& property) {
  return EqualsIgnoreCase(property.name.text, kWarehouse) ||
         EqualsIgnoreCase(property.name.text, kCopies);
}

// The place of the home's data files that the statement makes; nullopt for a bucket of other
// objects.
Result<std::optional<store::WarehousePlace>> WarehouseOf(const syntax::BucketStatement& statement,
                                                         const std::string& name) {
  std::optional<store::WarehousePlace> place;
  std::optional<int64_t> copies;
  for (const syntax::WordProperty& property : statement.properties) {
    const auto wrong = [&](const char* hint) {
      return Error{ErrorCode::kInvalidCommand, "'" + property.name.text + "' has another form",
                   property.value.range, hint};
    };
    if (EqualsIgnoreCase(property.name.text, kCopies)) {
      copies = ParseByteSize(property.value.text);
      if (!copies.has_value() || *copies <= 0) return wrong("write a size, such as '20GB'");
    } else if (EqualsIgnoreCase(property.name.text, kWarehouse)) {
      const bool yes = EqualsIgnoreCase(property.value.text, "true");
      if (!yes && !EqualsIgnoreCase(property.value.text, "false")) {
        return wrong("'warehouse' is 'true' or 'false'");
      }
      if (yes) place.emplace().bucket = name;
    }
  }
  if (copies.has_value() && !place.has_value()) {
    return Error{ErrorCode::kInvalidCommand, "'copies' belongs to 'warehouse'='true'",
                 statement.properties.front().name.range,
                 "it limits the copies of data files on this machine"};
  }
  if (copies.has_value()) place->copies_bytes = *copies;
  return place;
}

Result<oss::Endpoint> EndpointOf(const syntax::BucketStatement& statement, const Run& run) {
  PAISQL_ASSIGN_AT(statement.location->range, oss::Endpoint endpoint,
                   oss::EndpointAt(statement.location->text));
  for (const syntax::WordProperty& property : statement.properties) {
    if (IsOfHome(property)) continue;
    PAISQL_TRY_AT(property.name.range,
                  oss::SetProperty(&endpoint, property.name.text, property.value.text));
  }
  PAISQL_TRY_AT(statement.location->range, oss::CheckProperties(endpoint));
  // Jobs run in other folders.
  if (!endpoint.ca_file.empty()) endpoint.ca_file = run.state.ResolvePath(endpoint.ca_file);
  return endpoint;
}

Status MoveWarehouse(const store::WarehousePlace& place, const SourceRange& range, Run& run) {
  const store::Home& home = run.state.home();
  Status moved = store::Warehouse(run.state.catalog())
                     .MoveTo(place, oss::OpenWarehouse(home, place, OssCallerOf(run).library));
  if (moved.ok()) return run.state.UseWarehouse();
  // It was made for this alone.
  if (!place.bucket.empty()) (void)oss::DropBucket(home, place.bucket);
  return WithRange(std::move(moved).error(), range);
}

// A bucket that is there already does not become the place of the data files.
Status CheckHoldsTables(const std::string& name, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const store::WarehousePlace place,
                store::ReadWarehousePlace(run.state.home().path()));
  if (place.bucket == name) return Status::Ok();
  return Error{
      ErrorCode::kInvalidMetaOperation,
      "bucket '" + name + "' is there already, and holds no data files of this home", range,
      "choose another name, or DROP BUCKET " + name + ", which leaves its objects where they are"};
}

Status MakeBucket(const syntax::BucketStatement& statement, const std::string& name, Run& run) {
  const store::Home& home = run.state.home();
  PAISQL_TRY(CheckLocation(statement));
  const bool remote =
      statement.location.has_value() && oss::IsEndpointLocation(statement.location->text);
  oss::Endpoint endpoint;
  std::optional<store::WarehousePlace> place;
  if (remote) {
    PAISQL_ASSIGN(endpoint, EndpointOf(statement, run));
    PAISQL_ASSIGN(place, WarehouseOf(statement, name));
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const std::optional<oss::Bucket> known, oss::FindBucket(home, name));
  if (known.has_value() && !known->problem.empty()) {
    return WithRange(oss::BadDescription(*known), statement.name.range);
  }
  if (known.has_value() && statement.conditional) {
    return place.has_value() ? CheckHoldsTables(name, statement.name.range, run) : Status::Ok();
  }
  if (!statement.location.has_value()) {
    PAISQL_TRY_AT(statement.name.range, oss::CreateBucket(home, name));
    return Status::Ok();
  }
  if (remote) {
    PAISQL_TRY(oss::CreateBucketAtEndpoint(name, endpoint, statement.name.range,
                                           statement.location->range, OssCallerOf(run)));
    return place.has_value() ? MoveWarehouse(*place, statement.name.range, run) : Status::Ok();
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
  PAISQL_ASSIGN(const store::WarehousePlace place, store::ReadWarehousePlace(home.path()));
  if (name == place.bucket) PAISQL_TRY(MoveWarehouse({}, statement.name.range, run));
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
