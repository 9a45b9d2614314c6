#include "pai/job/bucket_access.h"

#include "base/text.h"
#include "oss/access.h"
#include "oss/bucket.h"
#include "oss/roles.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

// Parameters that name buckets for the script, and those that the statement reads itself.
constexpr std::string_view kListing[] = {"buckets", "checkpointDir", "summaryDir"};
constexpr std::string_view kReading[] = {"script", "hyperParameters", "summaryDir", "modelPath"};
// Those that the statement's program writes, whatever the script may.
constexpr std::string_view kWriting[] = {"ossPath"};

class AccessMaker {
 public:
  AccessMaker(const Parameters& parameters, const BuildContext& context,
              const std::vector<store::Role>& roles)
      : parameters_(parameters), context_(context), roles_(roles), access_(oss::AccessOf(roles)) {}

  Result<oss::Access> Make() {
    PAISQL_TRY(FindOwnRole());
    for (const std::string_view name : kListing) {
      for (const Part& part : PartsOf(name)) PAISQL_TRY(AddBucket(part, &access_));
    }
    for (const std::string_view name : kReading) {
      for (const Part& part : PartsOf(name)) PAISQL_TRY(Check(part, oss::Action::kGetObject));
    }
    for (const std::string_view name : kWriting) {
      for (const Part& part : PartsOf(name)) PAISQL_TRY(Check(part, oss::Action::kPutObject));
    }
    return access_;
  }

 private:
  // The parts that are oss:// names; another form has been refused or names no bucket.
  std::vector<Part> PartsOf(std::string_view name) const {
    const syntax::PaiParameter* parameter = parameters_.Find(name);
    if (parameter == nullptr) return {};
    std::vector<Part> parts = SplitValue(*parameter, context_);
    std::erase_if(parts, [](const Part& part) { return !oss::IsOssUrl(part.text); });
    return parts;
  }

  Status FindOwnRole() {
    const syntax::PaiParameter* arn = parameters_.Find("arn");
    if (arn != nullptr) {
      PAISQL_ASSIGN(role_, RequireRole(Trim(arn->value), arn->value_range));
    } else if (const store::Role* role = oss::FindRole(roles_, oss::kDefaultRole)) {
      role_ = role->name;
    }
    return Status::Ok();
  }

  Result<std::string> RequireRole(std::string_view arn, const SourceRange& range) const {
    if (const store::Role* role = oss::FindRole(roles_, arn)) return role->name;
    const std::string name = oss::RoleName(arn);
    std::vector<std::string> names;
    for (const store::Role& role : roles_) names.push_back(role.name);
    const std::string near = DidYouMean(name, names);
    return Error{ErrorCode::kAuthorization, "role '" + name + "' does not exist", range,
                 near.empty() ? "CREATE ROLE " + name + "; makes it, GRANT … ON BUCKET … TO ROLE " +
                                    name + "; says what it may do"
                              : near};
  }

  // Whom the job is to the bucket of the name.
  Result<std::string> RoleFor(const Part& part) const {
    const std::string own = oss::RoleOfName(part.text);
    if (!own.empty()) return RequireRole(own, part.range);
    if (!role_.empty()) return role_;
    return Error{ErrorCode::kAuthorization, oss::MissingRole(), part.range, ""};
  }

  Status AddBucket(const Part& part, oss::Access* access) const {
    PAISQL_ASSIGN(std::string role, RoleFor(part));
    const auto url = oss::ParseOssUrl(part.text);
    if (url.ok()) access->AddBucket(url->bucket, std::move(role));
    return Status::Ok();
  }

  // Parts that the statement itself reads or writes: they need no named bucket.
  Status Check(const Part& part, oss::Action action) const {
    oss::Access access = oss::AccessOf(roles_);
    PAISQL_TRY(AddBucket(part, &access));
    const std::string refusal = access.Refusal(part.text, action);
    if (refusal.empty()) return Status::Ok();
    return Error{ErrorCode::kAuthorization, refusal, part.range, ""};
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  const std::vector<store::Role>& roles_;
  oss::Access access_;
  std::string role_;  // of the statement, "" for none
};

}  // namespace

Status AddBucketAccess(const Parameters& parameters, const BuildContext& context,
                       jobs::JobSpec* spec) {
  PAISQL_ASSIGN(const std::vector<store::Role> roles, context.names.catalog().ListRoles());
  if (roles.empty()) {
    if (parameters.Find("arn") != nullptr) {
      spec->notes.emplace_back("-Darn has no effect here: the home has no roles");
    }
    return Status::Ok();
  }
  PAISQL_ASSIGN(const oss::Access access, AccessMaker(parameters, context, roles).Make());
  spec->environment[kAccessVariable] = access.ToText();
  return Status::Ok();
}

}  // namespace paisql::pai
