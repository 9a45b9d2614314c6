#include "oss/access.h"

#include <algorithm>
#include <array>

#include "oss/bucket_path.h"

namespace paisql::oss {

namespace {

constexpr std::string_view kNobody = "-";
constexpr std::string_view kAllBuckets = "*";

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool SameName(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

// Takes the text up to the separator off the front.
std::string_view Take(std::string_view* text, char separator) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view taken = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return taken;
}

// The name without what stands after a '?', which may hold keys.
std::string Shown(std::string_view name) {
  const std::string plain = NormalizedUri(name);
  return plain.empty() ? std::string(name.substr(0, QueryBegin(name))) : plain;
}

}  // namespace

std::string_view ActionName(Action action) {
  switch (action) {
    case Action::kPutObject:
      return "oss:PutObject";
    case Action::kGetObject:
      return "oss:GetObject";
    case Action::kListObjects:
      return "oss:ListObjects";
    case Action::kDeleteObjects:
      return "oss:DeleteObjects";
  }
  return "";
}

std::string RoleName(std::string_view arn) {
  constexpr std::string_view kBeforeName = ":role/";
  const size_t at = arn.find(kBeforeName);
  return std::string(at == std::string_view::npos ? arn : arn.substr(at + kBeforeName.size()));
}

std::string RoleOfName(std::string_view name) {
  constexpr std::string_view kKey = "role_arn=";
  std::string_view query = name.substr(QueryBegin(name));
  if (!query.empty()) query.remove_prefix(1);
  while (!query.empty()) {
    const std::string_view part = Take(&query, '&');
    if (part.starts_with(kKey)) return std::string(part.substr(kKey.size()));
  }
  return "";
}

Access Access::Parse(std::string_view text) {
  Access access;
  while (!text.empty()) {
    std::string_view record = Take(&text, ';');
    std::array<std::string, 4> words;
    for (std::string& word : words) word = Take(&record, ' ');
    if (words[0] == "bucket") access.AddBucket(words[1], words[2] == kNobody ? "" : words[2]);
    if (words[0] == "grant") access.AddGrant(words[1], words[2], words[3]);
  }
  return access;
}

std::string Access::ToText() const {
  std::string text;
  for (const Bucket& bucket : buckets_) {
    const std::string role = bucket.role.empty() ? std::string(kNobody) : bucket.role;
    text += "bucket " + bucket.name + " " + role + ";";
  }
  for (const Grant& grant : grants_) {
    text += "grant " + grant.role + " " + grant.bucket + " " + grant.action + ";";
  }
  return text;
}

void Access::AddBucket(std::string bucket, std::string role) {
  buckets_.push_back({std::move(bucket), std::move(role)});
}

void Access::AddGrant(std::string role, std::string bucket, std::string action) {
  if (bucket.empty()) bucket = kAllBuckets;
  grants_.push_back({std::move(role), std::move(bucket), std::move(action)});
}

bool Access::Allows(const std::string& role, const std::string& bucket, Action action) const {
  return std::any_of(grants_.begin(), grants_.end(), [&](const Grant& grant) {
    return SameName(grant.role, role) && grant.action == ActionName(action) &&
           (grant.bucket == kAllBuckets || grant.bucket == bucket);
  });
}

std::string Access::Refusal(std::string_view name, Action action) const {
  return Refusal(name, action, action);
}

std::string Access::Refusal(std::string_view name, Action action, Action other) const {
  const std::string bucket = ReadBucketPath(name).bucket;
  if (bucket.empty()) return "";
  const auto listed = std::find_if(buckets_.begin(), buckets_.end(),
                                   [&](const Bucket& one) { return one.name == bucket; });
  if (listed == buckets_.end()) {
    return Shown(name) + ": the statement does not name the bucket " + bucket +
           "; write -Dbuckets=\"oss://" + bucket + "/\", after a comma where it names others";
  }
  const std::string own = RoleOfName(name);
  const std::string role = own.empty() ? listed->role : RoleName(own);
  if (role.empty()) return Shown(name) + ": " + MissingRole();
  if (Allows(role, bucket, action) || Allows(role, bucket, other)) return "";
  return Shown(name) + ": " + MissingPermission(role, bucket, action);
}

std::string MissingPermission(const std::string& role, const std::string& bucket, Action action) {
  const std::string permission(ActionName(action));
  return "role " + role + " has not the permission " + permission + " for the bucket " + bucket +
         "; GRANT " + permission + " ON BUCKET " + bucket + " TO ROLE " + role + "; gives it";
}

std::string MissingRole() {
  const std::string role(kDefaultRole);
  return "the statement names no role; -Darn=\"acs:ram::<uid>:role/<name>\" names one, and CREATE "
         "ROLE " +
         role + "; makes the one that needs no naming";
}

}  // namespace paisql::oss
