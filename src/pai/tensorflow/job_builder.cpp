#include "pai/tensorflow/job_builder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "archive/archive.h"
#include "base/command_words.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "pai/job/bucket_access.h"
#include "pai/job/confinement.h"
#include "pai/value/command_line.h"
#include "pai/value/copies/fetched_file.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

Error Invalid(const SourceRange& range, const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, range, std::move(hint)};
}

// Whether a setting that is true by default is false.
bool IsOff(const BuildContext& context, const std::string& key) {
  if (context.settings == nullptr) return false;
  const auto found = context.settings->find(key);
  return found != context.settings->end() && EqualsIgnoreCase(found->second, "false");
}

// Reading or writing one table under one name twice is one binding; the script may still name it
// twice.
void AddOnce(jobs::TableBinding binding, std::vector<jobs::TableBinding>* bindings) {
  const bool known =
      std::any_of(bindings->begin(), bindings->end(), [&](const jobs::TableBinding& other) {
        return !binding.is_query && other.table.id == binding.table.id &&
               other.partition_values == binding.partition_values;
      });
  if (!known) bindings->push_back(std::move(binding));
}

}  // namespace

Status BuildScriptJob(const Parameters& parameters, const BuildContext& context,
                      jobs::JobSpec* spec) {
  return JobBuilder(parameters, context, spec).BuildScript();
}

Status BuildBoardJob(const Parameters& parameters, const BuildContext& context,
                     jobs::JobSpec* spec) {
  return JobBuilder(parameters, context, spec).BuildBoard();
}

Status JobBuilder::BuildScript() {
  PAISQL_TRY(Script());
  PAISQL_TRY(Tables());
  PAISQL_TRY(Outputs());
  PAISQL_TRY(Buckets());
  PAISQL_TRY(CheckpointDir());
  PAISQL_TRY(Volumes());
  PAISQL_TRY(HyperParameters());
  PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
  PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
  PAISQL_TRY(UserDefinedParameters());
  PutVolumeFolders();
  PAISQL_TRY(Processes());
  Limits();
  return Status::Ok();
}

Status JobBuilder::BuildBoard() {
  const Part part = Whole(*parameters_.Find("summaryDir"));
  PAISQL_TRY(UseBucket(part));
  PAISQL_ASSIGN(std::string folder, oss::LocalPathOf(context_.names.catalog().home(), part.text));
  const std::string url = oss::WithoutQuery(part.text);
  std::error_code code;
  // TensorBoard looks into a folder by itself, and at an endpoint through TensorFlow.
  if (IsAtEndpoint(part.text, context_)) {
    folder = url;
  } else if (!fs::exists(folder, code)) {
    spec_.notes.push_back(url + " does not exist yet: TensorBoard shows what is written there");
  }
  PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
  PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
  AddArgument("logdir", {folder});
  spec_.serves = true;
  spec_.claims_nothing = true;
  Limits();
  return Status::Ok();
}

Part JobBuilder::Whole(const syntax::PaiParameter& parameter) {
  return {std::string(Trim(parameter.value)), parameter.value_range};
}

void JobBuilder::AddArgument(const std::string& name, const std::vector<std::string>& values) {
  spec_.arguments.push_back("--" + name + "=" + Join(values, ","));
}

Status JobBuilder::Script() {
  const syntax::PaiParameter& script = *parameters_.Find("script");
  PAISQL_ASSIGN(NamedFile file, ResolveFile(Whole(script), context_));
  spec_.script.path = std::move(file.path);
  if (file.kept != nullptr) spec_.fetched.push_back(std::move(file.kept));
  const syntax::PaiParameter* entry = parameters_.Find("entryFile");
  if (archive::IsArchiveName(spec_.script.path)) return EntryFile(script, entry);
  if (spec_.script.path.ends_with(".py")) {
    if (entry != nullptr &&
        fs::path(Trim(entry->value)).filename() != fs::path(spec_.script.path).filename()) {
      spec_.notes.push_back("-DentryFile has no effect here: the script is a single file");
    }
    return Status::Ok();
  }
  return Invalid(
      script.value_range, spec_.script.path + " is neither a .py file nor an archive",
      "a script is a .py file, or a .tar.gz, .tgz, .tar or .zip archive with -DentryFile");
}

Status JobBuilder::EntryFile(const syntax::PaiParameter& script,
                             const syntax::PaiParameter* entry) {
  const auto files = archive::ListArchive(spec_.script.path);
  if (!files.ok()) return At(files.error(), script.value_range);
  if (entry == nullptr) {
    return Invalid(script.value_range, "an archive needs -DentryFile",
                   "add -DentryFile=<the script's path in the archive>");
  }
  const std::string name = fs::path(Trim(entry->value)).lexically_normal();
  if (std::find(files->begin(), files->end(), name) == files->end()) {
    std::string hint = DidYouMean(name, *files);
    if (hint.empty() && !files->empty()) hint = "it begins with " + files->front();
    return Invalid(entry->value_range, "the archive holds no file '" + name + "'", hint);
  }
  spec_.script.entry_file = name;
  Requirements(*files);
  return Status::Ok();
}

// The list of packages that is nearest to the script: beside it, or in a folder above.
void JobBuilder::Requirements(const std::vector<std::string>& files) {
  const fs::path entry = spec_.script.entry_file;
  for (fs::path folder = entry.parent_path();; folder = folder.parent_path()) {
    const std::string list = folder / "requirements.txt";
    if (std::find(files.begin(), files.end(), list) != files.end()) {
      spec_.environment["PAISQL_REQUIREMENTS"] = list;
      return;
    }
    if (folder.empty() || folder == folder.parent_path()) return;
  }
}

Status JobBuilder::Tables() {
  const syntax::PaiParameter* parameter = parameters_.Find("tables");
  if (parameter == nullptr) return Status::Ok();
  PAISQL_ASSIGN(std::vector<jobs::TableBinding> inputs, ResolveInputs(*parameter, context_));
  std::vector<std::string> urls;
  for (jobs::TableBinding& input : inputs) {
    urls.push_back(input.url);
    AddOnce(std::move(input), &spec_.tables);
  }
  AddArgument("tables", urls);
  return Status::Ok();
}

Status JobBuilder::Outputs() {
  const syntax::PaiParameter* parameter = parameters_.Find("outputs");
  if (parameter == nullptr) return Status::Ok();
  std::vector<std::string> urls;
  for (const Part& part : SplitValue(*parameter, context_)) {
    PAISQL_ASSIGN(jobs::TableBinding output, ResolveOutput(part, context_));
    urls.push_back(output.url);
    AddOnce(std::move(output), &spec_.outputs);
  }
  AddArgument("outputs", urls);
  return Status::Ok();
}

Status JobBuilder::UseBucket(const Part& part) {
  PAISQL_ASSIGN(const std::optional<MissingBucket> missing, FindMissingBucket(part, context_));
  if (!missing.has_value()) return Status::Ok();
  if (IsOff(context_, "paisql.oss.autocreate")) return CheckBucket(part, context_);
  std::vector<std::string>& made = spec_.new_folders;
  if (std::find(made.begin(), made.end(), missing->folder) != made.end()) return Status::Ok();
  made.push_back(missing->folder);
  spec_.notes.push_back("bucket '" + missing->name + "' is new: an empty one is made, the folder " +
                        missing->folder + (missing->near.empty() ? "" : "; " + missing->near));
  return Status::Ok();
}

Status JobBuilder::Buckets() {
  const syntax::PaiParameter* buckets = parameters_.Find("buckets");
  if (buckets == nullptr) return Status::Ok();
  std::vector<std::string> urls;
  for (const Part& part : SplitValue(*buckets, context_)) {
    PAISQL_TRY(UseBucket(part));
    PAISQL_ASSIGN(urls.emplace_back(), FolderUrl(part));
  }
  AddArgument("buckets", urls);
  return Status::Ok();
}

Result<bool> JobBuilder::IsObject(const Part& part) {
  PAISQL_ASSIGN(const oss::OssUrl url, oss::ParseOssUrl(part.text));
  if (!IsAtEndpoint(part.text, context_)) {
    std::error_code code;
    return fs::is_regular_file(oss::LocalPath(context_.names.catalog().home(), url), code);
  }
  if (url.key.empty()) return false;
  PAISQL_ASSIGN(const std::shared_ptr<oss::ObjectStore> store,
                OpenBucket(part, url.bucket, context_));
  // An error here comes in the script, too, which reports it.
  oss::StoredObject object;
  const oss::StoreStatus looked = store->Look(url.key, &object);
  if (looked.problem == oss::StoreProblem::kStopped) {
    return Error{ErrorCode::kInstanceCancelled, looked.text, {}, ""};
  }
  return looked.ok() && !object.folder;
}

Result<std::string> JobBuilder::FolderUrl(const Part& part) {
  std::string url = oss::WithoutQuery(part.text);
  if (url.ends_with('/')) return url;
  PAISQL_ASSIGN(const bool file, IsObject(part));
  if (file) return url;
  url += '/';
  spec_.notes.push_back(
      "-Dbuckets: the platform needs a '/' at the end of each folder; the script gets " + url);
  return url;
}

Status JobBuilder::CheckpointDir() {
  const syntax::PaiParameter* folder = parameters_.Find("checkpointDir");
  if (folder == nullptr) return Status::Ok();
  const Part part = Whole(*folder);
  PAISQL_TRY(UseBucket(part));
  AddArgument("checkpointDir", {oss::WithoutQuery(part.text)});
  return Status::Ok();
}

Status JobBuilder::Volumes() {
  const syntax::PaiParameter* volumes = parameters_.Find("volumes");
  if (volumes == nullptr) return Status::Ok();
  std::vector<std::string> urls;
  for (const Part& part : SplitValue(*volumes, context_)) {
    PAISQL_ASSIGN(volume_folders_.emplace_back(), ResolveVolume(part, context_));
    urls.push_back(part.text);
    spec_.environment["PAISQL_VOLUME_" + std::to_string(urls.size())] = volume_folders_.back();
  }
  AddArgument("volumes", urls);
  return Status::Ok();
}

Status JobBuilder::HyperParameters() {
  const syntax::PaiParameter* parameter = parameters_.Find("hyperParameters");
  if (parameter == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const NamedFile named, ResolveFile(Whole(*parameter), context_));
  const std::string& path = named.path;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return Invalid(parameter->value_range, path + " cannot be read", "");
  const auto arguments = HyperParameterArguments(text);
  if (!arguments.ok()) {
    Error error = At(arguments.error(), parameter->value_range);
    error.detail = path + ", " + error.detail;
    return error;
  }
  spec_.user_arguments.insert(spec_.user_arguments.end(), arguments->begin(), arguments->end());
  return Status::Ok();
}

Status JobBuilder::UserDefinedParameters() {
  const syntax::PaiParameter* parameter = parameters_.Find("userDefinedParameters");
  if (parameter == nullptr) return Status::Ok();
  const auto words = SplitWords(parameter->value);
  if (!words.ok()) return At(words.error(), parameter->value_range);
  spec_.user_arguments.insert(spec_.user_arguments.end(), words->begin(), words->end());
  return Status::Ok();
}

void JobBuilder::PutVolumeFolders() {
  if (volume_folders_.empty()) return;
  for (std::string& argument : spec_.user_arguments)
    argument = WithVolumeFolders(argument, volume_folders_);
}

}  // namespace paisql::pai
