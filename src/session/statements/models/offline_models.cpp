#include "session/statements/models/offline_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/files/files.h"
#include "base/text.h"
#include "execution/keep_all.h"
#include "inference/model.h"
#include "inference/signature_json.h"
#include "names/model_name.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/models/learner_model.h"
#include "store/changes.h"
#include "store/files/files.h"
#include "store/transaction.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

// As wide as the client's own.
constexpr size_t kModelFrameWidth = 49;
// A longer text is not shown.
constexpr int64_t kMostText = int64_t{4} << 20;

// The rows that DESC MODEL has of the job that trained the version.
std::vector<std::vector<std::optional<std::string>>> TrainingOf(
    const store::ModelVersion& version) {
  Facts facts;
  AddTraining(version, facts);
  return facts.Take().rows;
}

// The client's frame: it has a left side alone.
Answer FrameOf(const store::Model& model, Run& run) {
  const TimeZone zone = run.state.Zone();
  const store::ModelVersion& version = *model.Version(model.default_version);
  const std::string& format = version.format;
  std::vector<std::pair<std::string, std::string>> facts = {
      {"Name", model.name},
      {"Project", model.project},
      {"Owner", model.owner},
      {"CreateTime", zone.Format(model.created_ms / 1000)},
      {"LastModifiedTime", zone.Format(model.last_modified_ms / 1000)},
      {"Type", format == inference::kSavedModelFormat ? "tensorflow" : format},
  };
  const auto learnt = LearnerFacts(version);
  if (!learnt.empty()) {
    facts.insert(facts.end(), learnt.begin(), learnt.end());
    facts.emplace_back("Version", std::to_string(version.version));
    const std::vector<std::vector<std::optional<std::string>>> training = TrainingOf(version);
    for (const auto& row : training) facts.emplace_back(*row[0], *row[1]);
  }
  Answer answer;
  answer.columns = {"name", "value"};
  const std::string rule = "+" + std::string(kModelFrameWidth, '-') + "+\n";
  answer.text = "\n" + rule;
  for (const auto& [name, value] : facts) {
    answer.rows.push_back({std::string(name), value});
    answer.text += "| " + std::string(name) + ": " + Visible(value) + "\n";
  }
  answer.text += rule + "\n";
  return answer;
}

// The file's text; nullopt for bytes that people cannot read.
Result<std::optional<std::string>> TextOfFile(const std::string& path, int64_t bytes) {
  if (bytes > kMostText) return std::optional<std::string>();
  PAISQL_ASSIGN(std::string text, ReadFile(path));
  const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
    return c == '\0' || (c > '\0' && c < ' ' && c != '\n' && c != '\r' && c != '\t');
  });
  if (!plain || !IsValidUtf8(text)) return std::optional<std::string>();
  return std::optional<std::string>(std::move(text));
}

std::string SignatureLines(const store::ModelVersion& version) {
  const Result<std::vector<inference::Signature>> signatures =
      inference::SignaturesFromJson(version.signatures);
  if (!signatures.ok()) return "";
  std::string text;
  const auto add = [&text](const char* what, const std::vector<inference::TensorSpec>& tensors) {
    for (const inference::TensorSpec& tensor : tensors) {
      text += std::string("  ") + what + " " + Visible(inference::SpecText(tensor)) + "\n";
    }
  };
  for (const inference::Signature& signature : *signatures) {
    text += "signature " + Visible(signature.name) + "\n";
    add("input", signature.inputs);
    add("output", signature.outputs);
  }
  return text;
}

Result<Answer> ContentOf(const store::ModelVersion& version, Run& run) {
  PAISQL_ASSIGN(std::vector<std::string> files, store::ListFilesBelow(version.folder));
  std::sort(files.begin(), files.end());
  const std::string of_learner = LearnerText(version);
  Answer answer;
  answer.columns = {"file", "bytes", "text"};
  if (of_learner.empty()) {
    answer.text = SignatureLines(version);
  } else {
    files = {of_learner};
  }
  for (const std::string& path : files) {
    PAISQL_TRY(run.state.CheckInterrupted());
    std::error_code failure;
    const auto bytes = static_cast<int64_t>(std::filesystem::file_size(path, failure));
    if (failure) return FileError("read", path, failure.value());
    PAISQL_ASSIGN(std::optional<std::string> text, TextOfFile(path, bytes));
    const std::string name = path.substr(version.folder.size() + 1);
    if (files.size() > 1 || !text.has_value()) {
      answer.text += fmt::format("{} ({} bytes)\n", Visible(name), bytes);
    }
    if (text.has_value()) {
      answer.text += *text;
      if (!text->empty() && text->back() != '\n') answer.text += '\n';
    }
    answer.rows.push_back({name, std::to_string(bytes), std::move(text)});
  }
  return answer;
}

}  // namespace

Result<Answer> ShowOfflineModels(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Model> models, run.state.catalog().ListModels(project));
  Answer answer;
  answer.columns = {"offlinemodel"};
  for (const store::Model& model : models) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, model.name)) continue;
    answer.rows.push_back({model.name});
  }
  answer.text = Lines(answer) + fmt::format("\n{} offlinemodels\n", answer.rows.size());
  return answer;
}

Result<Answer> DescribeOfflineModel(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Model model, FindModel(ReadModelName(statement.name.ToString(), run),
                                                    statement.name.range, run));
  return FrameOf(model, run);
}

Status TellOfflineModel(const ModelName& name, const SourceRange& range, Run& run) {
  run.out.Done();
  PAISQL_ASSIGN(const store::Model model, FindModel(name, range, run));
  return run.out.Show(FrameOf(model, run));
}

Status ReadOfflineModel(const syntax::ModelStatement& statement, const ModelName& name, Run& run) {
  PAISQL_ASSIGN(const store::Model model, FindModel(name, statement.name.range, run));
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(run.state));
  const Result<Answer> content = ContentOf(*model.Version(model.default_version), run);
  if (!content.ok()) return WithRange(content.error(), statement.name.range);
  PAISQL_TRY(run.out.Show(*content));
  if (run.state.KeptRows() > 0) run.state.last_result().Set(*content);
  run.out.Done();
  return Status::Ok();
}

Status CopyOfflineModel(const syntax::ModelStatement& statement, const ModelName& name, Run& run) {
  PAISQL_ASSIGN(const store::Model source, FindModel(name, statement.name.range, run));
  const ModelName made = ReadModelName(statement.source->text, run);
  PAISQL_TRY(names::CheckModelName(made.name, statement.source->range));
  store::Model copy;
  copy.project = made.project;
  copy.name = made.name;
  copy.comment = source.comment;
  store::ModelVersion version = *source.Version(source.default_version);
  version.version = 1;
  version.owner.clear();
  std::optional<execution::KeepAll> keep;
  if (!run.state.checking()) {
    PAISQL_ASSIGN(execution::KeepAll begun, execution::KeepAll::Begin(run.state));
    keep.emplace(std::move(begun));
  }
  PAISQL_TRY_AT(statement.source->range, run.state.catalog().CreateModel(copy, version));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
