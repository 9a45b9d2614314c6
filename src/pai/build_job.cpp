#include "pai/build_job.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/command_words.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "pai/algorithms.h"
#include "pai/cluster_value.h"
#include "pai/command_line.h"
#include "pai/parameters.h"
#include "pai/values.h"
#include "training/packed_script.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr int kOneGpu = 100;
constexpr int kHungSeconds = 3600;
constexpr int kSecondsInHour = 3600;
constexpr const char* kNvidiaDevice = "/dev/nvidia0";

Error Invalid(const SourceRange& range, const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, range, std::move(hint)};
}

Result<const Algorithm*> ChooseAlgorithm(const syntax::PaiStatement& statement) {
  if (!statement.unknown_options.empty()) {
    const syntax::Word& word = statement.unknown_options[0];
    std::string hint =
        DidYouMean(word.text, {"-name", "-project", "-jobname", "-lineage", "-cost"});
    if (hint.empty()) hint = "write parameters as -D<parameter>=<value>";
    return Invalid(word.range, "PAI has no option " + word.text, hint);
  }
  if (!statement.stray.empty()) {
    const syntax::Word& word = statement.stray[0];
    return Invalid(word.range, "should use -D options: '" + word.text + "' belongs to none",
                   "write -D<parameter>=<value>, and quote a value with blanks");
  }
  if (!statement.name.has_value()) {
    return Invalid(statement.range, "model name must be specified",
                   "write PAI -name <algorithm> -D<parameter>=<value>");
  }
  const std::string& name = statement.name->text;
  const Algorithm* algorithm = FindAlgorithm(name);
  if (algorithm == nullptr) {
    std::string hint = DidYouMean(name, AlgorithmNames());
    if (hint.empty()) hint = "HELP PAI; lists the algorithms";
    return Error{ErrorCode::kAlgorithmNotFound, "algorithm '" + name + "' is not offered",
                 statement.name->range, hint};
  }
  if (statement.project.has_value()) {
    const std::string& project = statement.project->text;
    const auto known = AlgorithmProjects();
    if (std::find(known.begin(), known.end(), project) == known.end()) {
      std::string hint = DidYouMean(project, {known.begin(), known.end()});
      if (hint.empty()) hint = "leave -project out, or write -project " + std::string(known[0]);
      return Error{ErrorCode::kAlgorithmNotFound,
                   "project '" + project + "' has no algorithm " + name, statement.project->range,
                   hint};
    }
  }
  if (statement.cost) {
    return Error{ErrorCode::kUnsupported,
                 "-cost is not offered: a job on this machine costs nothing", statement.range,
                 "leave it out"};
  }
  return algorithm;
}

// Makes the parts of a JobSpec, one parameter after another.
class JobBuilder {
 public:
  JobBuilder(const Parameters& parameters, const BuildContext& context, training::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status Build() {
    PAISQL_TRY(Script());
    PAISQL_TRY(Tables("tables", ResolveInput, &spec_.tables));
    PAISQL_TRY(Tables("outputs", ResolveOutput, &spec_.outputs));
    PAISQL_TRY(Buckets());
    PAISQL_TRY(CheckpointDir());
    PAISQL_TRY(HyperParameters());
    PAISQL_TRY(UserDefinedParameters());
    PAISQL_TRY(Processes());
    Limits();
    return Status::Ok();
  }

 private:
  static Part Whole(const syntax::PaiParameter& parameter) {
    return {std::string(Trim(parameter.value)), parameter.value_range};
  }

  void AddArgument(const std::string& name, const std::vector<std::string>& values) {
    spec_.arguments.push_back("--" + name + "=" + Join(values, ","));
  }

  Status Script() {
    const syntax::PaiParameter& script = *parameters_.Find("script");
    PAISQL_ASSIGN(spec_.script.path, ResolveFile(Whole(script), context_));
    const syntax::PaiParameter* entry = parameters_.Find("entryFile");
    if (training::IsArchiveName(spec_.script.path)) return EntryFile(script, entry);
    if (spec_.script.path.ends_with(".py")) return Status::Ok();
    return Invalid(
        script.value_range, spec_.script.path + " is neither a .py file nor an archive",
        "a script is a .py file, or a .tar.gz, .tgz, .tar or .zip archive with -DentryFile");
  }

  Status EntryFile(const syntax::PaiParameter& script, const syntax::PaiParameter* entry) {
    const auto files = training::ListArchive(spec_.script.path);
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
    return Status::Ok();
  }

  using Resolver = Result<training::TableBinding> (*)(const Part&, const BuildContext&);

  Status Tables(const std::string& name, Resolver resolve,
                std::vector<training::TableBinding>* bindings) {
    const syntax::PaiParameter* parameter = parameters_.Find(name);
    if (parameter == nullptr) return Status::Ok();
    std::vector<std::string> urls;
    for (const Part& part : SplitValue(*parameter, context_)) {
      PAISQL_ASSIGN(training::TableBinding binding, resolve(part, context_));
      urls.push_back(binding.url);
      // Reading or writing one table under one name twice is one binding; the script may still name
      // it twice.
      const bool known =
          std::any_of(bindings->begin(), bindings->end(), [&](const training::TableBinding& other) {
            return other.table.id == binding.table.id &&
                   other.partition_values == binding.partition_values;
          });
      if (!known) bindings->push_back(std::move(binding));
    }
    AddArgument(name, urls);
    return Status::Ok();
  }

  Status Buckets() {
    const syntax::PaiParameter* buckets = parameters_.Find("buckets");
    if (buckets == nullptr) return Status::Ok();
    std::vector<std::string> urls;
    for (const Part& part : SplitValue(*buckets, context_)) {
      PAISQL_TRY(CheckBucket(part, context_));
      urls.push_back(oss::WithoutQuery(part.text));
    }
    AddArgument("buckets", urls);
    return Status::Ok();
  }

  Status CheckpointDir() {
    const syntax::PaiParameter* folder = parameters_.Find("checkpointDir");
    if (folder == nullptr) return Status::Ok();
    const Part part = Whole(*folder);
    PAISQL_TRY(CheckOssUrl(part));
    AddArgument("checkpointDir", {oss::WithoutQuery(part.text)});
    return Status::Ok();
  }

  Status HyperParameters() {
    const syntax::PaiParameter* parameter = parameters_.Find("hyperParameters");
    if (parameter == nullptr) return Status::Ok();
    PAISQL_ASSIGN(const std::string path, ResolveFile(Whole(*parameter), context_));
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

  Status UserDefinedParameters() {
    const syntax::PaiParameter* parameter = parameters_.Find("userDefinedParameters");
    if (parameter == nullptr) return Status::Ok();
    const auto words = SplitWords(parameter->value);
    if (!words.ok()) return At(words.error(), parameter->value_range);
    spec_.user_arguments.insert(spec_.user_arguments.end(), words->begin(), words->end());
    return Status::Ok();
  }

  // The value of a whole number, which Parameters has checked.
  int64_t Number(std::string_view name, int64_t otherwise) const {
    const syntax::PaiParameter* parameter = parameters_.Find(name);
    if (parameter == nullptr) return otherwise;
    const std::string_view value = Trim(parameter->value);
    std::from_chars(value.data(), value.data() + value.size(), otherwise);
    return otherwise;
  }

  bool IsTrue(std::string_view name) const {
    const syntax::PaiParameter* parameter = parameters_.Find(name);
    return parameter != nullptr && EqualsIgnoreCase(Trim(parameter->value), "true");
  }

  Status Processes() {
    if (const syntax::PaiParameter* cluster = parameters_.Find("cluster"))
      return DistributedProcesses(*cluster);
    training::RoleSpec& worker = spec_.roles.front();
    worker.gpu = static_cast<int>(Number("gpuRequired", kOneGpu));
    worker.cpu = static_cast<int>(Number("cpuRequired", 0));
    worker.memory_mb = static_cast<int>(Number("memRequired", 0));
    std::error_code code;
    if (parameters_.Find("gpuRequired") != nullptr && worker.gpu > 0 &&
        !fs::exists(kNvidiaDevice, code)) {
      spec_.notes.push_back("gpuRequired=" + std::to_string(worker.gpu) +
                            ": this machine has no GPU, the script runs on the CPU");
    }
    return Status::Ok();
  }

  Status DistributedProcesses(const syntax::PaiParameter& cluster) {
    for (const char* name : {"gpuRequired", "cpuRequired", "memRequired"}) {
      const syntax::PaiParameter* other = parameters_.Find(name);
      if (other == nullptr) continue;
      return Invalid(other->key_range,
                     std::string(name) + " contradicts cluster: it is for a job of one process",
                     "leave it out; cluster says gpu, cpu and memory of each role");
    }
    Result<Cluster> parsed = ParseCluster(cluster.value);
    if (!parsed.ok()) {
      const SourceRange& fault = parsed.error().range;
      Error error = At(parsed.error(), PlaceInValue(cluster, context_, fault.begin, fault.end));
      error.detail = "cluster: " + error.detail;
      return error;
    }
    spec_.distributed = true;
    spec_.roles = std::move(parsed->roles);
    spec_.notes.insert(spec_.notes.end(), parsed->notes.begin(), parsed->notes.end());
    return Status::Ok();
  }

  void Limits() {
    training::JobLimits& limits = spec_.limits;
    limits.hung_seconds = Number("maxHungTimeBeforeGCInSeconds", kHungSeconds);
    limits.training_seconds = Number("maxTrainingTimeInHour", 0) * kSecondsInHour;
    limits.restart_workers = IsTrue("enableDynamicCluster");
    limits.restart_parameter_servers = IsTrue("autoEnablePsTaskFailover");
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  training::JobSpec& spec_;
};

}  // namespace

Result<training::JobSpec> BuildJob(const syntax::PaiStatement& statement,
                                   const BuildContext& context) {
  PAISQL_ASSIGN(const Algorithm* algorithm, ChooseAlgorithm(statement));
  PAISQL_ASSIGN(const Parameters parameters, Parameters::Check(statement, *algorithm, context));
  training::JobSpec spec;
  spec.algorithm = algorithm->name;
  spec.face = algorithm->face;
  spec.project = context.project;
  spec.statement = context.statement_text;
  if (statement.job_name.has_value()) spec.job_name = statement.job_name->text;
  if (const syntax::PaiParameter* name = parameters.Find("jobName"))
    spec.job_name = Trim(name->value);
  PAISQL_TRY(JobBuilder(parameters, context, &spec).Build());
  if (context.settings != nullptr) {
    const auto zone = context.settings->find("odps.sql.timezone");
    if (zone != context.settings->end()) spec.environment["PAISQL_TIME_ZONE"] = zone->second;
  }
  return spec;
}

}  // namespace paisql::pai
