// CREATE, ALTER and DROP MODEL.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/statements/services.h"

namespace paisql::syntax {

namespace {

constexpr const char* kCreateForm =
    "write CREATE MODEL m FROM 'oss://bucket/export' [COMMENT '…'] [PROPERTIES (…)]; models that "
    "the platform trains or calls elsewhere (OPTIONS) are not offered";
constexpr const char* kAlterModelForm =
    "write ALTER MODEL m ADD VERSION FROM 'oss://bucket/export', DROP VERSION 2 or "
    "SET DEFAULT_VERSION 2";
constexpr const char* kModelPropertiesForm =
    "write PROPERTIES ('inputs'='x:0', 'outputs'='y:0'), for a frozen graph";
constexpr std::string_view kDefaultVersion = "DEFAULT_VERSION";

// DEFAULT_VERSION 2, DEFAULT_VERSION=2 and what lies between: the number, and where it stands.
Word DefaultVersion(WordReader& words) {
  const CommandWord& first = words.Look("'DEFAULT_VERSION'");
  Word joined{"", first.range};
  while (words.left() > 0) {
    const Word word = words.Take("");
    joined.text += word.text;
    joined.range.end = word.range.end;
  }
  if (!EqualsIgnoreCase(std::string_view(joined.text).substr(0, kDefaultVersion.size()),
                        kDefaultVersion)) {
    FailAt(first, "'DEFAULT_VERSION'", kAlterModelForm);
  }
  joined.text.erase(0, kDefaultVersion.size());
  if (joined.text.starts_with('=')) joined.text.erase(0, 1);
  if (joined.text.empty()) (void)words.Look("the number of a version");
  return joined;
}

}  // namespace

StatementPtr TreeBuilder::BuildModel(P::ModelStatementContext* context) {
  if (context->OFFLINEMODEL() != nullptr && context->DROP() == nullptr) {
    return BuildOfflineModel(context);
  }
  WordReader words(tokens_, TailWords(context, 2));
  auto model = std::make_unique<ModelStatement>();
  const bool alter = context->ALTER() != nullptr;
  const char* form = alter ? kAlterModelForm : kCreateForm;
  if (context->DROP() != nullptr) model->action = ModelAction::kDrop;
  bool wants_source = !alter && model->action == ModelAction::kCreate;
  if (!alter) model->conditional = words.TakesCondition(wants_source);
  model->name = words.Take("the name of a model");
  if (alter) {
    const CommandWord& verb = words.Look("'ADD','DROP','SET'");
    if (words.Takes("SET")) {
      model->action = ModelAction::kSetDefault;
      model->version = DefaultVersion(words);
      return model;
    }
    wants_source = words.Takes("ADD");
    if (!wants_source && !words.Takes("DROP")) FailAt(verb, "'ADD','DROP','SET'", form);
    model->action = wants_source ? ModelAction::kAddVersion : ModelAction::kDropVersion;
    words.Expect("VERSION", form);
    if (!wants_source || !IsWord(words.Look("'FROM'"), "FROM")) {
      model->version = words.Take("the number of a version");
    }
  }
  if (wants_source) {
    words.Expect("FROM", form);
    model->source = words.Take("the place of an exported model");
    if (words.Takes("COMMENT")) model->comment = words.Take("a text").text;
    model->properties = words.TakeProperties(kModelPropertiesForm);
  }
  words.End(wants_source ? "'COMMENT','PROPERTIES','<EOF>'" : "'<EOF>'");
  return model;
}

}  // namespace paisql::syntax
