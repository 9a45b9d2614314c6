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

constexpr std::string_view kProperties = "PROPERTIES";
constexpr const char* kPropertiesForm =
    "write PROPERTIES ('endpoint'='https://…', 'access_key_id'='…', 'access_key_secret'='…')";

// What stands in the brackets of PROPERTIES ('a'='b', 'c'='d'): quoted texts and, apart from them,
// the signs between. A name needs no quotes.
class PropertyReader {
 public:
  explicit PropertyReader(const std::vector<CommandWord>& words) {
    for (const CommandWord& word : words) {
      for (const WordPiece& piece : word.pieces) Add(piece);
    }
    // The word PROPERTIES itself.
    parts_.erase(parts_.begin());
  }

  std::vector<BucketProperty> Read() {
    std::vector<BucketProperty> properties;
    Expect("(");
    do {
      BucketProperty& property = properties.emplace_back();
      property.name = Text();
      Expect("=");
      property.value = Text();
    } while (Takes(","));
    Expect(")");
    if (next_ < parts_.size()) Wrong();
    return properties;
  }

 private:
  struct Part {
    Word word;
    bool sign = false;
  };

  void Add(const WordPiece& piece) {
    if (piece.quoted) {
      parts_.push_back({ToWord({{piece}, piece.range}), false});
      return;
    }
    for (size_t at = 0; at < piece.text.size();) {
      constexpr std::string_view kSigns = "(=,)";
      const bool sign = kSigns.find(piece.text[at]) != std::string_view::npos;
      const size_t end =
          sign ? at + 1 : std::min(piece.text.find_first_of(kSigns, at), piece.text.size());
      const std::string_view text = piece.text.substr(at, end - at);
      parts_.push_back({{std::string(text), piece.range}, sign});
      at = end;
    }
  }

  Word Text() {
    if (next_ >= parts_.size() || parts_[next_].sign) Wrong();
    return parts_[next_++].word;
  }
  bool Takes(std::string_view sign) {
    const bool there =
        next_ < parts_.size() && parts_[next_].sign && parts_[next_].word.text == sign;
    if (there) ++next_;
    return there;
  }
  void Expect(std::string_view sign) {
    if (!Takes(sign)) Wrong();
  }
  // What stands there may be a secret, and is not told.
  [[noreturn]] void Wrong() const {
    const bool ends = next_ >= parts_.size();
    const SourceRange range = (ends ? parts_.back() : parts_[next_]).word.range;
    Fail(ErrorCode::kParse, range, "PROPERTIES has another form", kPropertiesForm);
  }

  std::vector<Part> parts_;
  size_t next_ = 0;
};

bool BeginsProperties(const CommandWord& word) {
  const WordPiece& piece = word.pieces[0];
  const std::string_view name = piece.text.substr(0, piece.text.find('('));
  return !piece.quoted && EqualsIgnoreCase(name, kProperties);
}

constexpr const char* kGrantForm =
    "write GRANT oss:GetObject, oss:PutObject ON BUCKET b TO ROLE r, or ALL, or ON ALL BUCKETS";

// Permissions, which commas part, up to ON; the index behind it.
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
    bucket->properties =
        PropertyReader({words.begin() + static_cast<std::ptrdiff_t>(used), words.end()}).Read();
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
