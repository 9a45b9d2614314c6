#include "session/orc_file.h"

#include <fcntl.h>

#include "base/files/files.h"
#include "base/process/piped_process.h"
#include "base/process/process.h"
#include "base/text.h"
#include "session/state.h"

namespace paisql::session {
namespace {

// As the program exits.
constexpr int kNoPyarrow = 3;
constexpr int kBroken = 4;

Status RunProgram(const std::vector<std::string>& arguments, const std::string& name,
                  State& state) {
  const jobs::Installation& installation = state.options().installation;
  const Error missing{ErrorCode::kEnvironment,
                      "there is no Python with pyarrow to read and write ORC with",
                      {},
                      "run scripts/setup with training, or keep the files as Parquet"};
  if (installation.python.empty()) return missing;
  SpawnOptions options;
  options.command = {installation.python, "-I",
                     installation.python_folder + "/paisql/programs/orc_file.py"};
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.environment = EnvironmentWith({});
  PAISQL_ASSIGN(const PipedAnswer answer, RunPiped(std::move(options), ""));
  if (answer.status == 0) return Status::Ok();
  if (answer.status == kNoPyarrow) return missing;
  if (answer.status == kBroken) {
    return Error{ErrorCode::kIo,
                 name + " is not an ORC file, or is not whole",
                 {},
                 "write the file anew, or take it out of the folder"};
  }
  PAISQL_TRY(state.CheckInterrupted());
  return Error{ErrorCode::kEnvironment,
               "the program for ORC files did not end well",
               {},
               "its last words stand above: free memory and space, and run the statement again"};
}

}  // namespace

Status OrcToParquet(const std::string& from, const std::string& name, const std::string& to,
                    const std::vector<store::Column>& columns, State& state) {
  std::vector<std::string> times;
  for (const store::Column& column : columns) {
    if (column.type.id() == TypeId::kDatetime) times.push_back(column.name);
  }
  return RunProgram({"to-parquet", from, to, Join(times, ","), state.Execution().time_zone}, name,
                    state);
}

Status ParquetToOrc(const std::string& from, const std::string& to, State& state) {
  return RunProgram({"to-orc", from, to}, from, state);
}

}  // namespace paisql::session
