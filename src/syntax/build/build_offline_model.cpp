// The client's commands about models: CREATE, READ, COPY and DROP OFFLINEMODEL. What they make and
// show are the models of CREATE MODEL.

#include <array>

#include "base/text.h"
#include "syntax/build/offline_model.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/statements/services.h"

namespace paisql::syntax {

namespace {

constexpr const char* kCreateOfflineForm =
    "write CREATE OFFLINEMODEL m -modelPath oss://bucket/export -type tensorflow";
constexpr const char* kReadOfflineForm = "write READ OFFLINEMODEL [-p project] m";
constexpr const char* kCopyOfflineForm =
    "write COPY OFFLINEMODEL -src_model a -dest_model b [-src_project p -dest_project q]";
constexpr const char* kFormat = "tensorflow";

struct ModelOption {
  std::string_view name;
  std::string_view note;  // of an option without effect
};
constexpr std::array kCreateOptions = {
    ModelOption{"-modelPath", ""},
    ModelOption{"-type", ""},
    ModelOption{"-processor", ""},
    ModelOption{"-arn", "-arn has no effect: the permissions of the bucket's folder decide"},
    ModelOption{"-version", "-version has no effect: one TensorFlow reads all models"},
    ModelOption{"-configuration",
                "-configuration has no effect: DEPLOY SERVICE takes a service's properties"},
};
constexpr std::array kCopyOptions = {
    ModelOption{"-src_model", ""},
    ModelOption{"-dest_model", ""},
    ModelOption{"-src_project", ""},
    ModelOption{"-dest_project", ""},
};

// The words without a dash, and the values of options, in the order of their table.
template <size_t count>
struct ModelWords {
  std::vector<Word> plain;
  std::array<std::optional<Word>, count> values;
};

template <size_t count>
ModelWords<count> ReadModelWords(WordReader& words, const std::array<ModelOption, count>& options,
                                 const char* form, std::vector<StatementNote>& notes) {
  ModelWords<count> read;
  while (words.left() > 0) {
    const Word word = words.Take("");
    if (!word.text.starts_with('-')) {
      read.plain.push_back(word);
      continue;
    }
    size_t i = 0;
    while (i < count && !EqualsIgnoreCase(options[i].name, word.text)) ++i;
    if (i == count || read.values[i].has_value()) {
      Fail(ErrorCode::kParse, word.range, InvalidToken(word.text), form);
    }
    read.values[i] = words.Take("a value of " + std::string(options[i].name));
    if (!options[i].note.empty()) notes.push_back({word.range, std::string(options[i].note)});
  }
  return read;
}

}  // namespace

Word OfflineModelName(const std::optional<Word>& project, Word name, const char* form) {
  if (!project.has_value()) return name;
  const size_t dot = name.text.find('.');
  if (dot == std::string::npos) {
    name.text = project->text + "." + name.text;
  } else if (!EqualsIgnoreCase(name.text.substr(0, dot), project->text)) {
    Fail(ErrorCode::kParse, name.range,
         "'" + name.text + "' and " + project->text + " name two projects", form);
  }
  return name;
}

Word TakeOfflineModel(WordReader& words, const char* form) {
  std::optional<Word> project;
  std::optional<Word> name;
  while (words.left() > 0 && (!name.has_value() || !project.has_value())) {
    const CommandWord& next = words.Look("");
    if (IsWord(next, "-p") || IsWord(next, "-project")) {
      if (project.has_value()) FailAt(next, "'<EOF>'", form);
      (void)words.Take("");
      project = words.Take("the name of a project");
    } else if (!name.has_value()) {
      name = words.Take("");
    } else {
      break;
    }
  }
  if (!name.has_value()) name = words.Take("the name of a model");
  return OfflineModelName(project, *std::move(name), form);
}

StatementPtr TreeBuilder::BuildOfflineModel(P::ModelStatementContext* context) {
  WordReader words(tokens_, TailWords(context, 2));
  auto model = std::make_unique<ModelStatement>();
  model->offline = true;
  if (context->CREATE() != nullptr) {
    const auto read = ReadModelWords(words, kCreateOptions, kCreateOfflineForm, model->notes);
    const auto& [path, type, processor, arn, version, configuration] = read.values;
    if (processor.has_value()) {
      Fail(ErrorCode::kUnsupported, processor->range, "a model with a processor is not supported",
           "DEPLOY SERVICE s USING PROCESSOR 'place' MODEL m answers with a program of yours");
    }
    if (type.has_value() && !EqualsIgnoreCase(type->text, kFormat)) {
      Fail(ErrorCode::kUnsupported, type->range,
           "models of the type " + type->text + " are not supported",
           "write -type tensorflow, with a SavedModel, a Keras file or a frozen graph");
    }
    if (read.plain.empty()) (void)words.Take("the name of a model");
    if (!path.has_value()) (void)words.Take("'-modelPath'");
    if (read.plain.size() > 1) {
      Fail(ErrorCode::kParse, read.plain[1].range, InvalidToken(read.plain[1].text),
           kCreateOfflineForm);
    }
    model->name = read.plain.front();
    model->source = *path;
    return model;
  }
  if (context->COPY() != nullptr) {
    model->action = ModelAction::kCopy;
    const auto read = ReadModelWords(words, kCopyOptions, kCopyOfflineForm, model->notes);
    const auto& [source, made, source_project, made_project] = read.values;
    if (!read.plain.empty()) {
      Fail(ErrorCode::kParse, read.plain.front().range, InvalidToken(read.plain.front().text),
           kCopyOfflineForm);
    }
    if (!source.has_value()) (void)words.Take("'-src_model'");
    if (!made.has_value()) (void)words.Take("'-dest_model'");
    model->name = OfflineModelName(source_project, *source, kCopyOfflineForm);
    model->source = OfflineModelName(made_project, *made, kCopyOfflineForm);
    return model;
  }
  model->action = ModelAction::kRead;
  model->name = TakeOfflineModel(words, kReadOfflineForm);
  if (words.Takes("AS")) {
    Fail(ErrorCode::kUnsupported, words.Look("the name of a volume").range,
         "writing a model into a volume is not supported",
         "PAI -name modeltransfer writes a model as PMML into a volume");
  }
  words.End("'AS','<EOF>'", kReadOfflineForm);
  return model;
}

}  // namespace paisql::syntax
