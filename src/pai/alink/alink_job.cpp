// The jobs of Alink's script components: a program of ours (python/paisql/programs/alink_job.py)
// calls the user's main(task_config). What it has to know stands in the variable PAISQL_ALINK as
// JSON.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "archive/archive.h"
#include "base/text.h"
#include "pai/alink/alink_columns.h"
#include "pai/alink/alink_jobs.h"
#include "pai/alink/streams/stream_places.h"
#include "pai/alink/streams/stream_values.h"
#include "pai/alink/values/alink_values.h"
#include "pai/alink/values/example_types.h"
#include "pai/alink/values/python_env.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "PAISQL_ALINK";
constexpr const char* kOwnProgram = "alink_job.py";

class AlinkBuilder {
 public:
  AlinkBuilder(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status Build(bool train) {
    job_["kind"] = train ? "train" : "batch";
    PAISQL_TRY(Files());
    PAISQL_TRY(Environment());
    PAISQL_TRY(Input());
    PAISQL_TRY(ReadTensorShapes(parameters_, context_, &job_));
    PAISQL_TRY(ReadTensorCols(parameters_, context_, spec_.tables[0].table.columns, &job_));
    PAISQL_TRY(Broadcasts());
    PAISQL_TRY(Output(train));
    PAISQL_TRY(UserParams());
    Choices();
    PAISQL_TRY(Processes());
    SetLimits(parameters_, &spec_);
    spec_.environment[kVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
    AllowReading(environment_, &spec_);
    return Status::Ok();
  }

  // Its rows may come from elsewhere than a table, and go elsewhere.
  Status BuildStream() {
    job_["kind"] = "stream";
    PAISQL_TRY(Files());
    PAISQL_TRY(Environment());
    PAISQL_ASSIGN(const StreamRows rows, BindStreamSource(parameters_, context_, &spec_, &job_));
    const std::vector<store::Column>& given = rows.table.columns;
    PAISQL_TRY(ReadExampleColumns(parameters_, context_, given, rows.range, &job_));
    PAISQL_TRY(ReadTensorCols(parameters_, context_, given, &job_));
    PAISQL_ASSIGN(std::vector<store::Column> columns,
                  ReadOutputSchema(*parameters_.Find("outputSchemaStr"), context_));
    PAISQL_TRY(BindStreamSink(parameters_, context_, std::move(columns), &spec_, &job_));
    job_["user_params"] = nlohmann::json::object();
    if (const syntax::PaiParameter* given = parameters_.Find("userParams")) {
      PAISQL_ASSIGN(job_["user_params"], ReadTypedParams(*given, context_));
    }
    Choices();
    job_["recovery"] = parameters_.Word("recovery");
    PAISQL_TRY(Processes());
    SetLimits(parameters_, &spec_);
    PAISQL_TRY(AddStream(parameters_, &spec_, &job_));
    spec_.environment[kVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return RefuseConfinedStream(parameters_, context_, &spec_);
  }

 private:
  Status AddFile(const UserFile& user_file) {
    const Part& part = user_file.part;
    PAISQL_ASSIGN(NamedFile file, PlaceUserFile(user_file, context_));
    const auto same = [&file](const std::string& other) {
      return fs::path(other).filename() == fs::path(file.path).filename();
    };
    const auto found = std::find_if(spec_.files.begin(), spec_.files.end(), same);
    if (found != spec_.files.end()) {
      if (*found == file.path) return Status::Ok();
      return Wrong(part.range,
                   "two files are called " + fs::path(file.path).filename().string() +
                       ", and all lie in one folder",
                   "give one of them another name: userFiles={\"filePaths\": [...], "
                   "\"fileRenameMap\": {\"<file>\": \"<name>\"}}");
    }
    if (same(kOwnProgram)) {
      return Wrong(part.range, std::string(kOwnProgram) + " is the name of a file of paisql",
                   "rename it");
    }
    spec_.file_places[file.path] = part.range;
    spec_.files.push_back(std::move(file.path));
    if (file.kept != nullptr) spec_.fetched.push_back(std::move(file.kept));
    return Status::Ok();
  }

  Status Files() {
    std::vector<UserFile> user_files;
    if (const syntax::PaiParameter* given = parameters_.Find("userFiles")) {
      PAISQL_ASSIGN(user_files, ReadUserFiles(*given, context_));
    }
    for (const UserFile& file : user_files) PAISQL_TRY(AddFile(file));
    const syntax::PaiParameter& main = *parameters_.Find("mainScriptFile");
    const Part part = Whole(main);
    const std::string name = fs::path(part.text.substr(0, part.text.find('?'))).filename();
    if (!name.ends_with(".py")) {
      return Wrong(main.value_range, "mainScriptFile: '" + part.text + "' is not a .py file",
                   "name the .py file that has main(task_config)");
    }
    job_["main"] = name;
    PAISQL_ASSIGN(const bool known, IsAmongFiles(part, name));
    if (known) return Status::Ok();
    // A part that is not a file has no main().
    PAISQL_TRY(ResolveUserFile(part, context_));
    return AddFile({part, ""});
  }

  // The packages of pythonEnv; of an archive a copy beside the script.
  Status Environment() {
    const syntax::PaiParameter* given = parameters_.Find("pythonEnv");
    if (given == nullptr) return Status::Ok();
    PAISQL_ASSIGN(PythonEnv found, ResolvePythonEnv(Whole(*given), context_));
    job_["python_env"] = {
        {"packages", found.packages}, {"version", found.version}, {"place", Whole(*given).text}};
    if (found.kept == nullptr) {
      environment_ = found.packages;
      return Status::Ok();
    }
    job_["python_env"]["packages"] = fs::path(found.packages).filename();
    spec_.files.push_back(found.packages);
    spec_.file_places[found.packages] = given->value_range;
    spec_.fetched.push_back(std::move(found.kept));
    return Status::Ok();
  }

  // Whether the main script is named as one of userFiles, or lies in an archive of them.
  Result<bool> IsAmongFiles(const Part& part, const std::string& name) const {
    if (part.text != name) return false;
    for (const std::string& file : spec_.files) {
      if (fs::path(file).filename() == name) return true;
      if (!archive::IsArchiveName(file)) continue;
      const auto inside = archive::ListArchive(file);
      if (!inside.ok()) return At(inside.error(), part.range);
      if (std::find(inside->begin(), inside->end(), name) != inside->end()) return true;
    }
    return false;
  }

  Status Input() {
    const syntax::PaiParameter& given = *parameters_.Find("inputTableName");
    PAISQL_ASSIGN(jobs::TableBinding input, OneInput(given, context_));
    spec_.tables.push_back(std::move(input));
    job_["input"] = spec_.tables[0].url;
    return ReadExampleColumns(parameters_, context_, spec_.tables[0].table.columns,
                              given.value_range, &job_);
  }

  // Alink's further inputs: every worker gets all of their rows.
  Status Broadcasts() {
    job_["broadcasts"] = nlohmann::json::array();
    const syntax::PaiParameter* given = parameters_.Find("broadcastTableNames");
    if (given == nullptr) return Status::Ok();
    for (const Part& part : SplitValue(*given, context_)) {
      PAISQL_ASSIGN(jobs::TableBinding bound,
                    ResolveInput({TableUrl(part.text, context_), part.range}, context_));
      for (const store::Column& column : bound.table.columns) {
        if (FitsBroadcast(column.type)) continue;
        return Wrong(part.range,
                     "column '" + column.name + "' of " + bound.table.QualifiedName() + " is " +
                         column.type.ToString() + ", which a line of a further input does not hold",
                     "leave it out: CREATE TABLE ... AS SELECT of the other columns");
      }
      job_["broadcasts"].push_back(bound.url);
      const auto same = [&bound](const jobs::TableBinding& one) { return one.url == bound.url; };
      if (std::none_of(spec_.tables.begin(), spec_.tables.end(), same)) {
        spec_.tables.push_back(std::move(bound));
      }
    }
    return Status::Ok();
  }

  Status Output(bool train) {
    std::vector<store::Column> columns;
    if (train) {
      columns = {NewColumn("model_id", TypeId::kBigint), NewColumn("model_info", TypeId::kString)};
    } else {
      PAISQL_ASSIGN(columns, ReadOutputSchema(*parameters_.Find("outputSchemaStr"), context_));
    }
    PAISQL_ASSIGN(jobs::TableBinding bound,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = bound.url;
    spec_.outputs.push_back(std::move(bound));
    return Status::Ok();
  }

  Status UserParams() {
    const syntax::PaiParameter* given = parameters_.Find("userParams");
    if (given == nullptr) {
      job_["user_params"] = nlohmann::json::object();
      return Status::Ok();
    }
    PAISQL_ASSIGN(const std::string texts, ReadUserParams(*given, context_));
    job_["user_params"] = nlohmann::json::parse(texts);
    return Status::Ok();
  }

  void Choices() {
    job_["nulls"] = parameters_.Word("nullValues");
    const syntax::PaiParameter* even = parameters_.Find("evenSplit");
    job_["even"] = even == nullptr || !EqualsIgnoreCase(Trim(even->value), "false");
    job_["intra_op"] = parameters_.Number("intraOpParallelism");
  }

  std::optional<int64_t> GivenNumber(std::string_view name) const {
    if (parameters_.Find(name) == nullptr) return std::nullopt;
    return parameters_.Number(name);
  }

  // The place of the number that makes no worker, or too many processes.
  SourceRange PlaceOfCounts(const ProcessCounts& counts) const {
    std::vector<std::string_view> names = {"numWorkers", "numPSs", "parallelism"};
    if (counts.workers >= 1) {
      names = {counts.servers > counts.workers ? "numPSs" : "numWorkers", "parallelism"};
    }
    for (const std::string_view name : names) {
      if (const syntax::PaiParameter* given = parameters_.Find(name)) return given->value_range;
    }
    return parameters_.Find("mainScriptFile")->value_range;
  }

  Status Processes() {
    const ProcessCounts counts = CountsOf(GivenNumber("numWorkers"), GivenNumber("numPSs"),
                                          parameters_.Number("parallelism"));
    const auto& [workers, servers] = counts;
    if (workers < 1 || workers + servers > kMostProcesses) {
      return Wrong(PlaceOfCounts(counts),
                   "a job cannot have " + std::to_string(workers) + " workers and " +
                       std::to_string(servers) + " parameter servers",
                   "give one worker at least, and 1000 processes at most");
    }
    spec_.distributed = true;  // TF_CONFIG is there for one worker, too
    spec_.roles.clear();
    if (servers > 0) spec_.roles.push_back(ProcessesOf("ps", servers, 0));
    spec_.roles.push_back(ProcessesOf("worker", workers, jobs::kWholeCard));
    return Status::Ok();
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  jobs::JobSpec& spec_;
  std::string environment_;  // the folder of pythonEnv's packages, where it is not copied
  nlohmann::json job_ = nlohmann::json::object();
};

}  // namespace

Status BuildAlinkBatchJob(const Parameters& parameters, const BuildContext& context,
                          jobs::JobSpec* spec) {
  return AlinkBuilder(parameters, context, spec).Build(false);
}

Status BuildAlinkTrainJob(const Parameters& parameters, const BuildContext& context,
                          jobs::JobSpec* spec) {
  return AlinkBuilder(parameters, context, spec).Build(true);
}

Status BuildAlinkStreamJob(const Parameters& parameters, const BuildContext& context,
                           jobs::JobSpec* spec) {
  return AlinkBuilder(parameters, context, spec).BuildStream();
}

}  // namespace paisql::pai
