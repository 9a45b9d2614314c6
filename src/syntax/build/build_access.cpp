// GRANT and REVOKE, users, policies, and SHOW of them.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/statements/access.h"
#include "syntax/statements/storage.h"

namespace paisql::syntax {

namespace {

constexpr const char* kGrantForm =
    "write GRANT Select, Describe ON TABLE t TO USER u, … TO ROLE r, GRANT r TO u, or "
    "GRANT oss:GetObject ON BUCKET b TO ROLE r";
constexpr const char* kShowGrantsForm =
    "write SHOW GRANTS [FOR u | FOR ROLE r] [ON TABLE t | ON BUCKET b]";
constexpr const char* kPrivilegeForm =
    "write privilegeproperties (\"policy\"=\"true\", \"allow\"=\"true\", \"expires\"=\"30\")";
constexpr std::string_view kPrivilegeProperties = "PRIVILEGEPROPERTIES";

// A name may stand in back-ticks: `RAM$a:role/r`; so may each part of one: `p`.`s`.`t`.
Word Plain(Word word) {
  if (word.text.size() > 2) std::erase(word.text, '`');
  return word;
}

Identifier ToIdentifier(const Word& word) {
  return Identifier{Plain(word).text, false, word.range};
}

// The parts of words that commas separate, up to one of the keywords, which is not taken.
std::vector<Word> TakeList(WordReader& words, const std::vector<std::string_view>& ends,
                           const std::string& expected) {
  std::vector<Word> parts;
  const auto ended = [&] {
    const CommandWord& next = words.Look(expected);
    return std::ranges::any_of(ends, [&](std::string_view end) { return IsWord(next, end); });
  };
  while (!ended()) {
    const Word word = words.Take(expected);
    for (const std::string& part : Split(word.text, ',')) {
      if (!Trim(part).empty()) parts.push_back(Plain({std::string(Trim(part)), word.range}));
    }
  }
  return parts;
}

// t, t(a, b): up to TO or FROM.
void TakeObjectName(WordReader& words, std::string_view end, NamedObject& object) {
  std::vector<Word> taken;
  while (!IsWord(words.Look("'" + std::string(end) + "'"), end)) taken.push_back(words.Take(""));
  if (taken.empty()) FailAt(words.Look(""), "the name of an object", kGrantForm);
  std::string text;
  for (const Word& word : taken) text += word.text;
  const SourceRange range = Span(taken.front().range, taken.back().range);
  const size_t open = text.find('(');
  object.name = Plain({text.substr(0, open), range});
  if (open == std::string::npos) return;
  if (text.back() != ')') Fail(ErrorCode::kParse, range, "bracket not closed", kGrantForm);
  for (const std::string& column : Split(text.substr(open + 1, text.size() - open - 2), ',')) {
    if (Trim(column).empty()) continue;
    object.columns.push_back(Plain({std::string(Trim(column)), range}));
  }
}

Grantee TakeGrantee(WordReader& words) {
  Grantee grantee;
  if (words.left() > 1) {
    grantee.role = words.Takes("ROLE");
    if (!grantee.role) (void)words.Takes("USER");
  }
  grantee.name = Plain(words.Take("the name of a user or role"));
  return grantee;
}

StatementPtr BucketGrant(WordReader& words, bool revoke, std::vector<Word> actions) {
  auto grant = std::make_unique<GrantStatement>();
  grant->revoke = revoke;
  grant->actions = std::move(actions);
  if (grant->actions.size() == 1 && EqualsIgnoreCase(grant->actions[0].text, "ALL")) {
    grant->actions.clear();
  }
  const bool all = words.Takes("ALL");
  words.Expect(all ? "BUCKETS" : "BUCKET", kGrantForm);
  if (!all) grant->bucket = words.Take("the name of a bucket");
  words.Expect(revoke ? "FROM" : "TO", kGrantForm);
  if (words.left() > 1) (void)words.Takes("ROLE");
  grant->role = words.Take("the name of a role");
  words.End("<EOF>", kGrantForm);
  return grant;
}

// What the platform has and a home does not.
void RefuseOthers(const CommandWord& word, bool revoke) {
  constexpr std::pair<std::string_view, const char*> kRows[] = {
      {"SUPER", "an administrator is a user with the role admin: GRANT admin TO u"},
      {"LABEL", "columns have no labels: GRANT Select ON TABLE t(a, b) TO USER u"},
      {"ADMIN", "write REVOKE admin FROM u"},
  };
  for (const auto& [keyword, cure] : kRows) {
    if (!IsWord(word, keyword)) continue;
    Fail(ErrorCode::kUnsupported, word.range,
         "statement " + std::string(revoke ? "REVOKE " : "GRANT ") + std::string(keyword) +
             " is not supported",
         cure);
  }
}

}  // namespace

StatementPtr TreeBuilder::BuildGrant(P::GrantStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 1));
  const bool revoke = context->REVOKE() != nullptr;
  const std::string_view end = revoke ? "FROM" : "TO";
  const std::vector<CommandWord> all = TailWords(context, 1);
  const bool more = all.size() > 1 && !IsWord(all[1], end);
  if (more) RefuseOthers(all[0], revoke);
  // GRANT ROLE r TO USER u is Hive's way to say it.
  const bool names_role = more && words.Takes("ROLE");
  std::vector<Word> actions = TakeList(words, {"ON", end}, names_role ? "'TO'" : "'ON'");
  if (actions.empty()) FailAt(words.Look("'ON'"), "a permission", kGrantForm);
  auto grant = std::make_unique<PrivilegeStatement>();
  grant->revoke = revoke;
  if (!names_role && words.Takes("ON")) {
    const CommandWord& what = words.Look("'TABLE'");
    if (IsWord(what, "BUCKET") || IsWord(what, "ALL")) {
      return BucketGrant(words, revoke, std::move(actions));
    }
    NamedObject object;
    object.type = words.Take("'TABLE'");
    TakeObjectName(words, end, object);
    grant->object = std::move(object);
  }
  grant->actions = std::move(actions);
  words.Expect(end, kGrantForm);
  grant->grantee = TakeGrantee(words);
  grant->properties = words.TakeProperties(kPrivilegeForm, kPrivilegeProperties);
  words.End("<EOF>", kGrantForm);
  return grant;
}

StatementPtr TreeBuilder::BuildUser(P::UserStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto user = std::make_unique<UserStatement>();
  user->action = context->ADD() != nullptr      ? UserAction::kAdd
                 : context->REMOVE() != nullptr ? UserAction::kRemove
                                                : UserAction::kPurge;
  if (user->action == UserAction::kPurge) {
    words.Expect("FROM", "write PURGE PRIVS FROM USER u");
    if (words.left() > 1) words.Expect("USER", "write PURGE PRIVS FROM USER u");
  }
  user->name = Plain(words.Take("the name of a user"));
  words.End("<EOF>", "write the name of one user: ALIYUN$a@b.com, or RAM$a@b.com:c");
  return user;
}

StatementPtr TreeBuilder::BuildPolicy(P::PolicyStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto policy = std::make_unique<PolicyStatement>();
  policy->action = context->GET() != nullptr   ? PolicyAction::kGet
                   : context->PUT() != nullptr ? PolicyAction::kPut
                                               : PolicyAction::kDelete;
  if (policy->action == PolicyAction::kPut) policy->path = words.Take("the path of a file");
  if (words.Takes("ON")) {
    words.Expect("ROLE", "write ON ROLE r");
    policy->role = Plain(words.Take("the name of a role"));
  }
  words.End("'ON'", "put a path with blanks into quotes");
  return policy;
}

void TreeBuilder::BuildShowGrants(P::ShowGrantsContext* context, ShowStatement& show) const {
  // SHOW GRANT USER u ON TABLE t, SHOW ROLE GRANT USER u and SHOW CURRENT ROLES are Hive's.
  const bool current = context->CURRENT() != nullptr;
  show.roles_only = current || context->ROLE() != nullptr;
  WordReader words(tokens_, TailWords(context, show.roles_only ? 3 : 2));
  if (current) {
    words.End("<EOF>", "write SHOW ROLE GRANT USER u for the roles of another user");
    return;
  }
  if (context->GRANTS() == nullptr && words.left() > 0 && !IsWord(words.Look(""), "ON")) {
    const Grantee grantee = TakeGrantee(words);
    (grantee.role ? show.role : show.user) = ToIdentifier(grantee.name);
  }
  if (show.roles_only) {
    if (show.role.has_value()) {
      Fail(ErrorCode::kUnsupported, show.role->range, "a role in a role is not supported",
           "roles are given to users: SHOW ROLE GRANT USER u, or DESC ROLE r");
    }
    words.End("<EOF>", "write SHOW ROLE GRANT USER u");
    return;
  }
  while (words.left() > 0) {
    if (words.Takes("FOR")) {
      const Grantee grantee = TakeGrantee(words);
      (grantee.role ? show.role : show.user) = ToIdentifier(grantee.name);
      continue;
    }
    if (!words.Takes("ON")) FailAt(words.Look(""), "'FOR','ON'", kShowGrantsForm);
    (void)words.Takes("TYPE");
    const bool bucket = words.Takes("BUCKET");
    if (!bucket) show.object_type = ToIdentifier(words.Take("the type of an object"));
    if (words.left() == 0 && !bucket) return;
    const Identifier name = ToIdentifier(words.Take("a name"));
    (bucket ? show.bucket : show.object) = name;
  }
}

void TreeBuilder::BuildShowSecurity(P::ShowSecurityContext* context, ShowStatement& show) const {
  WordReader words(tokens_, TailWords(context, 2));
  if (context->SECURITYCONFIGURATION() != nullptr) {
    show.what = ShowWhat::kSecurity;
  } else if (context->PRINCIPALS() != nullptr) {
    show.what = ShowWhat::kPrincipals;
    if (words.left() > 1) (void)words.Takes("ROLE");
    show.role = ToIdentifier(words.Take("the name of a role"));
  } else {
    show.what = ShowWhat::kAcl;
    words.Expect("FOR", "write SHOW ACL FOR t [ON TYPE table]");
    show.object = ToIdentifier(words.Take("the name of an object"));
    if (words.Takes("ON")) {
      (void)words.Takes("TYPE");
      show.object_type = ToIdentifier(words.Take("the type of an object"));
    }
  }
  words.End("<EOF>");
}

}  // namespace paisql::syntax
