// CREATE, ALTER and DROP MODEL.

#include <array>

#include "base/text.h"
#include "syntax/build/command_tail.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/model_files.h"

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
Word DefaultVersion(const std::vector<CommandWord>& words, size_t first) {
  Word joined{"", words[first].range};
  for (size_t i = first; i < words.size(); ++i) {
    joined.text += ToWord(words[i]).text;
    joined.range.end = words[i].range.end;
  }
  if (!EqualsIgnoreCase(std::string_view(joined.text).substr(0, kDefaultVersion.size()),
                        kDefaultVersion)) {
    FailAt(words[first], "'DEFAULT_VERSION'", kAlterModelForm);
  }
  joined.text.erase(0, kDefaultVersion.size());
  if (joined.text.starts_with('=')) joined.text.erase(0, 1);
  return joined;
}

}  // namespace

StatementPtr TreeBuilder::BuildModel(P::ModelStatementContext* context) {
  std::vector<CommandWord> words = TailWords(context, 2);
  auto model = std::make_unique<ModelFileStatement>();
  const bool alter = context->ALTER() != nullptr;
  const char* form = alter ? kAlterModelForm : kCreateForm;
  if (context->DROP() != nullptr) model->action = ModelAction::kDrop;
  if (!alter) {
    model->conditional = TakeCondition(words, model->action == ModelAction::kCreate);
  }
  if (words.empty()) FailAtEnd("the name of a model");
  model->name = ToWord(words[0]);
  size_t i = 1;
  const auto at_end = [&] { return i == words.size(); };
  const auto take = [&](std::string_view word) {
    const bool there = !at_end() && IsWord(words[i], word);
    if (there) ++i;
    return there;
  };
  const auto need = [&](const std::string& expected) -> const CommandWord& {
    if (at_end()) FailAtEnd(expected);
    return words[i];
  };

  bool wants_source = model->action == ModelAction::kCreate;
  if (alter) {
    const CommandWord& verb = need("'ADD','DROP','SET'");
    if (take("SET")) {
      model->action = ModelAction::kSetDefault;
      (void)need("'DEFAULT_VERSION'");
      model->version = DefaultVersion(words, i);
      if (model->version->text.empty()) FailAtEnd("the number of a version");
      return model;
    }
    wants_source = take("ADD");
    if (!wants_source && !take("DROP")) FailAt(verb, "'ADD','DROP','SET'", form);
    model->action = wants_source ? ModelAction::kAddVersion : ModelAction::kDropVersion;
    if (const CommandWord& next = need("'VERSION'"); !take("VERSION")) {
      FailAt(next, "'VERSION'", form);
    }
    if (!wants_source || !IsWord(need("'FROM'"), "FROM")) {
      model->version = ToWord(need("the number of a version"));
      ++i;
    }
  }
  if (wants_source) {
    if (const CommandWord& next = need("'FROM'"); !take("FROM")) FailAt(next, "'FROM'", form);
    model->source = ToWord(need("the place of an exported model"));
    ++i;
    if (take("COMMENT")) {
      model->comment = ToWord(need("a text")).text;
      ++i;
    }
    if (!at_end() && BeginsProperties(words[i])) {
      model->properties = ReadProperties(words, i, kModelPropertiesForm);
      return model;
    }
  }
  if (!at_end()) FailAt(words[i], wants_source ? "'COMMENT','PROPERTIES','<EOF>'" : "'<EOF>'", "");
  return model;
}

}  // namespace paisql::syntax
