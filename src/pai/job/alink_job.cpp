// The jobs of Alink's script components: a program of ours (python/paisql/alink_job.py) calls the
// user's main(task_config). What it has to know stands in the variable PAISQL_ALINK as JSON.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "archive/archive.h"
#include "base/text.h"
#include "pai/job/bucket_access.h"
#include "pai/job/confinement.h"
#include "pai/job/job_builder.h"
#include "pai/value/alink_values.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "PAISQL_ALINK";
constexpr const char* kOwnProgram = "alink_job.py";
constexpr int kSecondsInHour = 3600;
constexpr int kMostProcesses = 1000;
// What Alink's clusters give; the queue may count less, as for PAI's own jobs.
constexpr int kProcessCpu = 6 * training::kWholeCore;
constexpr int kProcessMemoryMb = 30000;

bool FitsExample(const DataType& type, bool convert) {
  switch (type.id()) {
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kFloat:
    case TypeId::kDouble:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kBinary:
      return true;
    case TypeId::kBoolean:
    case TypeId::kDecimal:
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return convert;
    case TypeId::kArray:
      return FitsExample(type.element(), false);
    default:
      return false;
  }
}

// What makes a column of the type fit.
std::string CureFor(const store::Column& column) {
  switch (column.type.id()) {
    case TypeId::kBoolean:
      return "read a query with CAST(" + column.name +
             " AS INT), or give -DconvertTypes=true for 0 and 1";
    case TypeId::kDecimal:
      return "read a query with CAST(" + column.name +
             " AS DOUBLE), or give -DconvertTypes=true for a float";
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return "read a query with CAST(" + column.name +
             " AS STRING), or give -DconvertTypes=true for its text";
    default:
      return "leave it out with -DselectedCols";
  }
}

class AlinkBuilder {
 public:
  AlinkBuilder(const Parameters& parameters, const BuildContext& context, training::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status Build(bool train) {
    job_["kind"] = train ? "train" : "batch";
    PAISQL_TRY(Files());
    PAISQL_TRY(Input());
    PAISQL_TRY(Broadcasts());
    PAISQL_TRY(Output(train));
    PAISQL_TRY(UserParams());
    PAISQL_TRY(Choices());
    PAISQL_TRY(Processes());
    Limits();
    spec_.environment[kVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return AddConfinement(parameters_, context_, &spec_);
  }

 private:
  static Part Whole(const syntax::PaiParameter& parameter) {
    return {std::string(Trim(parameter.value)), parameter.value_range};
  }

  static Error Wrong(const SourceRange& range, const std::string& what, std::string hint) {
    return Error{ErrorCode::kInvalidCommand, what, range, std::move(hint)};
  }

  // The text with its place replaced by another one.
  static syntax::PaiParameter Replaced(const syntax::PaiParameter& parameter, std::string value) {
    syntax::PaiParameter replaced = parameter;
    replaced.value = std::move(value);
    return replaced;
  }

  Status AddFile(const Part& part) {
    PAISQL_ASSIGN(NamedFile file, ResolveUserFile(part, context_));
    const auto same = [&file](const std::string& other) {
      return fs::path(other).filename() == fs::path(file.path).filename();
    };
    const auto found = std::find_if(spec_.files.begin(), spec_.files.end(), same);
    if (found != spec_.files.end()) {
      if (*found == file.path) return Status::Ok();
      return Wrong(part.range,
                   "two files are called " + fs::path(file.path).filename().string() +
                       ", and all lie in one folder",
                   "rename one of them");
    }
    if (same(kOwnProgram)) {
      return Wrong(part.range, std::string(kOwnProgram) + " is the name of a file of paisql",
                   "rename it");
    }
    spec_.files.push_back(std::move(file.path));
    if (file.kept != nullptr) spec_.fetched.push_back(std::move(file.kept));
    return Status::Ok();
  }

  Status Files() {
    std::vector<Part> parts;
    if (const syntax::PaiParameter* files = parameters_.Find("userFiles")) {
      PAISQL_ASSIGN(parts, UserFileParts(*files, context_));
    }
    for (const Part& part : parts) PAISQL_TRY(AddFile(part));
    const syntax::PaiParameter& main = *parameters_.Find("mainScriptFile");
    const Part part = Whole(main);
    const std::string name = fs::path(part.text.substr(0, part.text.find('?'))).filename();
    if (!name.ends_with(".py")) {
      return Wrong(main.value_range, "mainScriptFile: '" + part.text + "' is no .py file",
                   "name the .py file that has main(task_config)");
    }
    job_["main"] = name;
    PAISQL_ASSIGN(const bool known, IsAmongFiles(part, name));
    return known ? Status::Ok() : AddFile(part);
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
    const std::string url = TableUrl(std::string(Trim(given.value)), context_);
    PAISQL_ASSIGN(std::vector<training::TableBinding> inputs,
                  ResolveInputs(url == Trim(given.value) ? given : Replaced(given, url), context_));
    if (inputs.size() != 1) {
      return Wrong(given.value_range, "a script gets the rows of one table",
                   "join tables in a query: -DinputTableName=\"(SELECT ... FROM a JOIN b ...)\"");
    }
    spec_.tables = std::move(inputs);
    job_["input"] = spec_.tables[0].url;
    return Columns(given);
  }

  // Alink's further inputs: every worker gets all of their rows.
  Status Broadcasts() {
    job_["broadcasts"] = nlohmann::json::array();
    const syntax::PaiParameter* given = parameters_.Find("broadcastTableNames");
    if (given == nullptr) return Status::Ok();
    for (const Part& part : SplitValue(*given, context_)) {
      PAISQL_ASSIGN(training::TableBinding bound,
                    ResolveInput({TableUrl(part.text, context_), part.range}, context_));
      job_["broadcasts"].push_back(bound.url);
      const auto same = [&bound](const training::TableBinding& one) {
        return one.url == bound.url;
      };
      if (std::none_of(spec_.tables.begin(), spec_.tables.end(), same)) {
        spec_.tables.push_back(std::move(bound));
      }
    }
    return Status::Ok();
  }

  Status Columns(const syntax::PaiParameter& input) {
    const std::vector<store::Column>& columns = spec_.tables[0].table.columns;
    const bool convert = parameters_.IsTrue("convertTypes");
    job_["convert"] = convert;
    job_["columns"] = nlohmann::json::array();
    const auto take = [&](const store::Column& column, const SourceRange& range) -> Status {
      if (!FitsExample(column.type, convert)) {
        return Wrong(range,
                     "column '" + column.name + "' is " + column.type.ToString() +
                         ", which a tf.train.Example does not hold",
                     CureFor(column));
      }
      job_["columns"].push_back(column.name);
      return Status::Ok();
    };
    const syntax::PaiParameter* selected = parameters_.Find("selectedCols");
    if (selected == nullptr) {
      for (const store::Column& column : columns) PAISQL_TRY(take(column, input.value_range));
      return Status::Ok();
    }
    for (const Part& part : SplitValue(*selected, context_)) {
      const auto found =
          std::find_if(columns.begin(), columns.end(), [&part](const store::Column& column) {
            return EqualsIgnoreCase(column.name, part.text);
          });
      if (found == columns.end()) {
        std::vector<std::string> names;
        for (const store::Column& column : columns) names.push_back(column.name);
        std::string hint = DidYouMean(part.text, names);
        if (hint.empty()) hint = "it has " + Join(names, ", ");
        return Wrong(part.range, "the input has no column '" + part.text + "'", hint);
      }
      PAISQL_TRY(take(*found, part.range));
    }
    return Status::Ok();
  }

  Status Output(bool train) {
    std::vector<store::Column> columns;
    if (train) {
      columns.resize(2);
      columns[0].name = "model_id";
      columns[0].type = TypeId::kBigint;
      columns[1].name = "model_info";
      columns[1].type = TypeId::kString;
    } else {
      PAISQL_ASSIGN(columns, ReadOutputSchema(*parameters_.Find("outputSchemaStr"), context_));
    }
    const syntax::PaiParameter& given = *parameters_.Find("outputTableName");
    const std::string url = TableUrl(std::string(Trim(given.value)), context_);
    Result<training::TableBinding> bound = ResolveOutput({url, given.value_range}, context_);
    const bool plain = url.find('=') == std::string::npos;
    if (!bound.ok() && bound.error().code == ErrorCode::kTableNotFound && plain) {
      const std::vector<std::string> parts = Split(url, '/');
      training::TableBinding binding;
      binding.url = url;
      binding.table.project = parts[2];
      binding.table.name = parts[4];
      binding.table.columns = std::move(columns);
      bound = std::move(binding);
    } else {
      PAISQL_TRY(bound);
      PAISQL_TRY(CheckColumns(bound->table, columns, given.value_range));
    }
    job_["output"] = bound->url;
    spec_.outputs.push_back(*std::move(bound));
    return Status::Ok();
  }

  static Status CheckColumns(const store::Table& table, const std::vector<store::Column>& wanted,
                             const SourceRange& range) {
    const bool same = std::equal(table.columns.begin(), table.columns.end(), wanted.begin(),
                                 wanted.end(), [](const store::Column& a, const store::Column& b) {
                                   return EqualsIgnoreCase(a.name, b.name) && a.type == b.type;
                                 });
    if (same) return Status::Ok();
    const auto text = [](const std::vector<store::Column>& columns) {
      std::vector<std::string> parts;
      for (const store::Column& one : columns)
        parts.push_back(one.name + " " + one.type.ToString());
      return Join(parts, ", ");
    };
    return Wrong(range,
                 "table " + table.QualifiedName() + " has the columns " + text(table.columns) +
                     ", and the script writes " + text(wanted),
                 "name another table, or drop this one");
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

  Status Choices() {
    const syntax::PaiParameter* nulls = parameters_.Find("nullValues");
    const std::string policy = nulls == nullptr ? "error" : ToLower(Trim(nulls->value));
    if (policy != "error" && policy != "omit") {
      return Wrong(nulls->value_range, "'" + policy + "' is no value for nullValues",
                   "write error or omit");
    }
    job_["nulls"] = policy;
    const syntax::PaiParameter* even = parameters_.Find("evenSplit");
    job_["even"] = even == nullptr || !EqualsIgnoreCase(Trim(even->value), "false");
    job_["intra_op"] = parameters_.Number("intraOpParallelism");
    return Status::Ok();
  }

  // Alink's own rule (DLLauncherUtils): what is not given follows from the job's parallelism.
  Status Processes() {
    const syntax::PaiParameter* workers_given = parameters_.Find("numWorkers");
    const syntax::PaiParameter* servers_given = parameters_.Find("numPSs");
    const int64_t parallelism = std::max<int64_t>(parameters_.Number("parallelism"), 1);
    int64_t workers = parameters_.Number("numWorkers");
    int64_t servers = parameters_.Number("numPSs");
    if (workers_given == nullptr || servers_given == nullptr) {
      if (parallelism == 1) {
        workers = workers_given == nullptr ? 1 : workers;
        servers = servers_given == nullptr ? 0 : servers;
      } else if (workers_given == nullptr) {
        if (servers_given == nullptr) servers = std::max<int64_t>(parallelism / 4, 1);
        workers = parallelism - servers;
      } else {
        servers = std::max<int64_t>(parallelism - workers, 0);
      }
    }
    if (workers < 1 || workers + servers > kMostProcesses) {
      const syntax::PaiParameter* at = workers_given != nullptr ? workers_given : servers_given;
      return Wrong(at == nullptr ? SourceRange{} : at->value_range,
                   std::to_string(workers) + " workers and " + std::to_string(servers) +
                       " parameter servers are no job",
                   "give one worker at least, and 1000 processes at most");
    }
    spec_.distributed = true;  // TF_CONFIG is there for one worker, too
    spec_.roles.clear();
    const auto add = [this](const char* name, int64_t count, int gpu) {
      if (count == 0) return;
      spec_.roles.push_back(
          {name, static_cast<int>(count), gpu, kProcessCpu, kProcessMemoryMb, true, true, true});
    };
    add("ps", servers, 0);
    add("worker", workers, training::kWholeCard);
    return Status::Ok();
  }

  void Limits() {
    spec_.limits.hung_seconds = parameters_.Number("maxHungTimeBeforeGCInSeconds");
    spec_.limits.training_seconds = parameters_.Number("maxTrainingTimeInHour") * kSecondsInHour;
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  training::JobSpec& spec_;
  nlohmann::json job_ = nlohmann::json::object();
};

}  // namespace

Status BuildAlinkBatchJob(const Parameters& parameters, const BuildContext& context,
                          training::JobSpec* spec) {
  return AlinkBuilder(parameters, context, spec).Build(false);
}

Status BuildAlinkTrainJob(const Parameters& parameters, const BuildContext& context,
                          training::JobSpec* spec) {
  return AlinkBuilder(parameters, context, spec).Build(true);
}

}  // namespace paisql::pai
