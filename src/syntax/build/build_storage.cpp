// Buckets, roles and what roles may do: CREATE and DROP BUCKET, CREATE and DROP ROLE, GRANT,
// REVOKE, SHOW GRANTS.

#include <algorithm>

#include "base/text.h"
#include "syntax/build/command_tail.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

namespace {

constexpr const char* kStoragePropertiesForm =
    "write PROPERTIES ('endpoint'='https://…', 'access_key_id'='…', 'access_key_secret'='…')";

constexpr const char* kGrantForm =
    "write GRANT oss:GetObject, oss:PutObject ON BUCKET b TO ROLE r, or ALL, or ON ALL BUCKETS";

// Permissions, which commas separate, up to ON; the index after it.
size_t TakeActions(const std::vector<CommandWord>& words, std::vector<Word>& actions) {
  size_t i = 0;
  for (; i < words.size() && !IsWord(words[i], "ON"); ++i) {
    for (const std::string& action : Split(ToWord(words[i]).text, ',')) {
      if (!Trim(action).empty()) actions.push_back({std::string(Trim(action)), words[i].range});
    }
  }
  return i + 1;
}

}  // namespace

StatementPtr TreeBuilder::BuildBucket(P::BucketStatementContext* context) {
  std::vector<CommandWord> words = TailWords(context, 2);
  auto bucket = std::make_unique<BucketStatement>();
  bucket->drop = context->DROP() != nullptr;
  bucket->conditional = TakeCondition(words, !bucket->drop);
  if (words.empty()) FailAtEnd("the name of a bucket");
  bucket->name = ToWord(words[0]);
  size_t used = 1;
  if (!bucket->drop && words.size() > 1 && IsWord(words[1], "LOCATION")) {
    if (words.size() < 3) FailAtEnd("a folder");
    bucket->location = ToWord(words[2]);
    used = 3;
  }
  if (!bucket->drop && used < words.size() && BeginsProperties(words[used])) {
    bucket->properties = ReadProperties(words, used, kStoragePropertiesForm);
    return bucket;
  }
  if (used < words.size())
    FailAt(words[used], bucket->drop ? "<EOF>" : "'LOCATION','PROPERTIES'", "");
  return bucket;
}

StatementPtr TreeBuilder::BuildRole(P::RoleStatementContext* context) {
  std::vector<CommandWord> words = TailWords(context, 2);
  auto role = std::make_unique<RoleStatement>();
  role->drop = context->DROP() != nullptr;
  role->conditional = TakeCondition(words, !role->drop);
  if (words.empty()) FailAtEnd("the name of a role");
  role->name = ToWord(words[0]);
  size_t used = 1;
  if (!role->drop && words.size() > 1 && IsWord(words[1], "ARN")) {
    if (words.size() < 3) FailAtEnd("an ARN");
    role->arn = ToWord(words[2]);
    used = 3;
  }
  if (used < words.size()) FailAt(words[used], role->drop ? "<EOF>" : "'ARN'", "");
  return role;
}

StatementPtr TreeBuilder::BuildGrant(P::GrantStatementContext* context) {
  const std::vector<CommandWord> words = TailWords(context, 1);
  auto grant = std::make_unique<GrantStatement>();
  grant->revoke = context->REVOKE() != nullptr;
  size_t i = TakeActions(words, grant->actions);
  const auto need = [&](const char* expected) {
    if (i >= words.size()) FailAtEnd(expected);
  };
  if (i > words.size()) FailAtEnd("'ON'");
  if (grant->actions.empty()) FailAt(words[i - 1], "a permission", kGrantForm);
  if (grant->actions.size() == 1 && EqualsIgnoreCase(grant->actions[0].text, "ALL")) {
    grant->actions.clear();
  }
  need("'BUCKET'");
  if (IsWord(words[i], "ALL") && i + 1 < words.size() && IsWord(words[i + 1], "BUCKETS")) {
    i += 2;
  } else if (IsWord(words[i], "BUCKET")) {
    ++i;
    need("the name of a bucket");
    grant->bucket = ToWord(words[i++]);
  } else {
    const std::string verb = grant->revoke ? "REVOKE" : "GRANT";
    Fail(ErrorCode::kUnsupported, words[i].range,
         "statement " + verb + " … ON " + ToWord(words[i]).text + " is not supported",
         "roles are for buckets of oss:// alone, one user owns all else of a home: " +
             std::string(kGrantForm));
  }
  const char* before = grant->revoke ? "FROM" : "TO";
  need(before);
  if (!IsWord(words[i], before)) FailAt(words[i], "'" + std::string(before) + "'", kGrantForm);
  ++i;
  if (i + 1 < words.size() && IsWord(words[i], "ROLE")) ++i;
  need("the name of a role");
  grant->role = ToWord(words[i++]);
  if (i < words.size()) FailAt(words[i], "<EOF>", kGrantForm);
  return grant;
}

void TreeBuilder::BuildShowGrants(P::ShowGrantsContext* context, ShowStatement& show) const {
  const std::vector<CommandWord> words = TailWords(context, 2);
  for (size_t i = 0; i < words.size(); i += 3) {
    const bool role = IsWord(words[i], "FOR");
    if (!role && !IsWord(words[i], "ON")) {
      FailAt(words[i], "'FOR','ON'", "write SHOW GRANTS [FOR ROLE r] [ON BUCKET b]");
    }
    const char* kind = role ? "ROLE" : "BUCKET";
    if (i + 1 >= words.size()) FailAtEnd(std::string("'") + kind + "'");
    if (!IsWord(words[i + 1], kind)) FailAt(words[i + 1], std::string("'") + kind + "'", "");
    if (i + 2 >= words.size()) FailAtEnd("a name");
    const Word name = ToWord(words[i + 2]);
    (role ? show.role : show.bucket) = Identifier{name.text, false, name.range};
  }
}

}  // namespace paisql::syntax
