// CREATE and DROP BUCKET, CREATE and DROP ROLE, volumes.

#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/statements/storage.h"

namespace paisql::syntax {

namespace {

constexpr const char* kStoragePropertiesForm =
    "write PROPERTIES ('endpoint'='https://…', 'access_key_id'='…', 'access_key_secret'='…')";

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

StatementPtr TreeBuilder::BuildVolume(P::VolumeStatementContext* context) {
  auto volume = std::make_unique<VolumeStatement>();
  if (context->FS() != nullptr) {
    volume->words = ToWords(TailWords(context, 1));
    return volume;
  }
  const auto add = [&](const char* option) { volume->words.push_back({option, RangeOf(context)}); };
  if (context->VOLUMES() != nullptr) {
    add("-ls");
    return volume;
  }
  WordReader words(tokens_, TailWords(context, 2));
  const bool create = context->CREATE() != nullptr;
  if (create || context->DROP() != nullptr) volume->conditional = words.TakesCondition(create);
  add(create ? "-mkv" : context->DROP() != nullptr ? "-rmv" : "-meta");
  volume->words.push_back(words.Take("the name of a volume"));
  if (create && words.Takes("COMMENT")) volume->words.push_back(words.Take("a comment"));
  words.End(create ? "'COMMENT'" : "<EOF>");
  return volume;
}

StatementPtr TreeBuilder::BuildRole(P::RoleStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto role = std::make_unique<RoleStatement>();
  role->drop = context->DROP() != nullptr;
  role->conditional = words.TakesCondition(!role->drop);
  role->name = words.Take("the name of a role");
  if (!role->drop && words.Takes("ARN")) role->arn = words.Take("an ARN");
  if (!role->drop) {
    role->properties = words.TakeProperties(
        "write privilegeproperties (\"type\"=\"admin\"), or \"resource\"", "PRIVILEGEPROPERTIES");
  }
  if (!role->drop && words.left() > 1 && IsWord(words.Look(""), "COMMENT")) {
    const SourceRange range = words.Look("").range;
    (void)words.Takes("COMMENT");
    const Word text = words.Take("a text");
    role->notes.push_back({Span(range, text.range), "COMMENT has no effect: roles have none"});
  }
  words.End(role->drop ? "<EOF>" : "'ARN','PRIVILEGEPROPERTIES'");
  return role;
}

}  // namespace paisql::syntax
