// Buckets, roles and what roles may do: CREATE and DROP BUCKET, CREATE and DROP ROLE, GRANT,
// REVOKE, SHOW GRANTS.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/failure.h"
#include "syntax/statements/storage.h"

namespace paisql::syntax {

namespace {

constexpr const char* kStoragePropertiesForm =
    "write PROPERTIES ('endpoint'='https://…', 'access_key_id'='…', 'access_key_secret'='…')";

constexpr const char* kGrantForm =
    "write GRANT oss:GetObject, oss:PutObject ON BUCKET b TO ROLE r, or ALL, or ON ALL BUCKETS";

// Permissions, which commas separate, up to ON.
std::vector<Word> TakeActions(WordReader& words) {
  std::vector<Word> actions;
  while (!IsWord(words.Look("'ON'"), "ON")) {
    const Word word = words.Take("'ON'");
    for (const std::string& action : Split(word.text, ',')) {
      if (!Trim(action).empty()) actions.push_back({std::string(Trim(action)), word.range});
    }
  }
  if (actions.empty()) FailAt(words.Look("'ON'"), "a permission", kGrantForm);
  words.Expect("ON", kGrantForm);
  if (actions.size() == 1 && EqualsIgnoreCase(actions[0].text, "ALL")) actions.clear();
  return actions;
}

}  // namespace

StatementPtr TreeBuilder::BuildBucket(P::BucketStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto bucket = std::make_unique<BucketStatement>();
  bucket->drop = context->DROP() != nullptr;
  bucket->conditional = words.TakesCondition(!bucket->drop);
  bucket->name = words.Take("the name of a bucket");
  if (!bucket->drop) {
    if (words.Takes("LOCATION")) bucket->location = words.Take("a folder");
    bucket->properties = words.TakeProperties(kStoragePropertiesForm);
  }
  words.End(bucket->drop ? "<EOF>" : "'LOCATION','PROPERTIES'");
  return bucket;
}

StatementPtr TreeBuilder::BuildRole(P::RoleStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto role = std::make_unique<RoleStatement>();
  role->drop = context->DROP() != nullptr;
  role->conditional = words.TakesCondition(!role->drop);
  role->name = words.Take("the name of a role");
  if (!role->drop && words.Takes("ARN")) role->arn = words.Take("an ARN");
  words.End(role->drop ? "<EOF>" : "'ARN'");
  return role;
}

StatementPtr TreeBuilder::BuildGrant(P::GrantStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 1));
  auto grant = std::make_unique<GrantStatement>();
  grant->revoke = context->REVOKE() != nullptr;
  grant->actions = TakeActions(words);
  const CommandWord& what = words.Look("'BUCKET'");
  const bool all = words.Takes("ALL");
  if (all ? !words.Takes("BUCKETS") : !words.Takes("BUCKET")) {
    const std::string verb = grant->revoke ? "REVOKE" : "GRANT";
    Fail(ErrorCode::kUnsupported, what.range,
         "statement " + verb + " … ON " + ToWord(what).text + " is not supported",
         "roles are for buckets of oss:// alone, one user owns all else of a home: " +
             std::string(kGrantForm));
  }
  if (!all) grant->bucket = words.Take("the name of a bucket");
  words.Expect(grant->revoke ? "FROM" : "TO", kGrantForm);
  if (words.left() > 1) (void)words.Takes("ROLE");
  grant->role = words.Take("the name of a role");
  words.End("<EOF>", kGrantForm);
  return grant;
}

void TreeBuilder::BuildShowGrants(P::ShowGrantsContext* context, ShowStatement& show) const {
  WordReader words(tokens_, TailWords(context, 2));
  while (words.left() > 0) {
    const bool role = words.Takes("FOR");
    if (!role && !words.Takes("ON")) {
      FailAt(words.Look(""), "'FOR','ON'", "write SHOW GRANTS [FOR ROLE r] [ON BUCKET b]");
    }
    words.Expect(role ? "ROLE" : "BUCKET", "");
    const Word name = words.Take("a name");
    (role ? show.role : show.bucket) = Identifier{name.text, false, name.range};
  }
}

}  // namespace paisql::syntax
