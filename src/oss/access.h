#pragma once

// Decides what a job may do with buckets. Each of its file operations is one action. The job's role
// needs that action for the bucket, and the statement must name the bucket. The program makes the
// rules (oss/roles.h), and the file system plugin that TensorFlow loads enforces them. So this file
// uses only the standard library. Pure functions.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::oss {

// The permissions of the platform's default role. The names are those of its documents.
enum class Action { kPutObject, kGetObject, kListObjects, kDeleteObjects };
inline constexpr Action kActions[] = {Action::kPutObject, Action::kGetObject, Action::kListObjects,
                                      Action::kDeleteObjects};
std::string_view ActionName(Action action);  // "oss:PutObject"

// "name" of "acs:ram::<uid>:role/name"; the text itself when it has another form. Which account the
// number names plays no part: a home has one.
std::string RoleName(std::string_view arn);

// The value of role_arn in the query of an oss:// name, "" without one.
std::string RoleOfName(std::string_view name);

class Access {
 public:
  // Records separated by ';':
  //   bucket <bucket> <role>             a bucket that the statement names, and whom the job is to
  //                                      it when a name says nothing else; "-" for nobody
  //   grant <role> <bucket>|* <action>   what a role may do
  // A record of another form is passed over, which allows nothing.
  static Access Parse(std::string_view text);
  std::string ToText() const;

  void AddBucket(std::string bucket, std::string role);
  void AddGrant(std::string role, std::string bucket, std::string action);

  // "" when the operation on an oss:// name is allowed; else which permission is missing and what
  // gives it. One without a bucket is allowed: it has another problem.
  std::string Refusal(std::string_view name, Action action) const;
  // The same when either action will do.
  std::string Refusal(std::string_view name, Action action, Action other) const;

 private:
  struct Bucket {
    std::string name;
    std::string role;
  };
  struct Grant {
    std::string role;
    std::string bucket;
    std::string action;
  };

  bool Allows(const std::string& role, const std::string& bucket, Action action) const;

  std::vector<Bucket> buckets_;
  std::vector<Grant> grants_;
};

// Says that the role has no such permission, and the statement that gives it.
std::string MissingPermission(const std::string& role, const std::string& bucket, Action action);

// Says that there is no role to act as, and how to name or make one.
std::string MissingRole();

// The role that jobs act as where nobody names another.
inline constexpr std::string_view kDefaultRole = "AliyunODPSPAIDefaultRole";

}  // namespace paisql::oss
