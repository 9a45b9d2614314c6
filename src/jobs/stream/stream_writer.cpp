#include "jobs/stream/stream_writer.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "base/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/stream/earlier_writer.h"
#include "oss/warehouse.h"
#include "store/catalog/warehouse.h"
#include "store/home/lease_files.h"
#include "store/table_write.h"
#include "store/upkeep/file_check.h"
#include "workers/worker_end.h"

namespace paisql::jobs {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Error Gone(const std::string& table) {
  return Error{ErrorCode::kTableNotFound, "table " + table + " is not there any more", {}, ""};
}

std::vector<store::StagedFile> StagedFiles(const Json& list) {
  std::vector<store::StagedFile> files;
  for (const Json& one : list) {
    files.push_back({one.at("path").get<std::string>(), {}, one.at("rows").get<int64_t>()});
  }
  return files;
}

// Removes the files of replaced cursors, which would pile up, and those that were merged: on a
// thread and a connection of its own, because rows wait for their commit.
class Sweeper {
 public:
  explicit Sweeper(std::unique_ptr<store::Catalog> catalog)
      : catalog_(std::move(catalog)), thread_([this](const std::stop_token& end) { Run(end); }) {}
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

 private:
  void Run(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any pause;
    std::unique_lock lock(mutex);
    while (!pause.wait_for(lock, end, kPause, [&] { return end.stop_requested(); })) {
      (void)catalog_->Sweep();
    }
  }

  static constexpr std::chrono::seconds kPause{3};

  std::unique_ptr<store::Catalog> catalog_;
  std::jthread thread_;
};

class StreamWriter {
 public:
  StreamWriter(std::unique_ptr<store::Lease> lease, std::unique_ptr<store::Catalog> catalog,
               JobPlaces places, const JobFile& file)
      : lease_(std::move(lease)),
        catalog_(std::move(catalog)),
        places_(std::move(places)),
        id_(file.id),
        outputs_(file.outputs),
        lease_name_(file.lease) {}

  workers::Frame Answer(const workers::Frame& request) {
    workers::Frame frame;
    frame.number = request.number;
    try {
      const Result<Json> answer = Handle(Json::parse(request.text));
      if (answer.ok()) {
        frame.text = answer->dump(-1, ' ', false, Json::error_handler_t::replace);
        return frame;
      }
      frame.text = answer.error().ToString();
      if (store::IsConflict(answer.error())) frame.code = kStreamConflict;
    } catch (const Json::exception& error) {
      frame.text = std::string("a request of the stream: ") + error.what();
    }
    frame.kind = workers::FrameKind::kError;
    return frame;
  }

 private:
  Result<Json> Handle(const Json& request) {
    if (request.contains("begin")) return Begin();
    if (request.contains("commit")) return Commit(request["commit"]);
    if (request.contains("list")) return List(request["list"]);
    if (request.contains("files")) return Files();
    if (request.contains("merge")) return Merge(request["merge"]);
    if (request.contains("merged")) return Merged();
    return Error{ErrorCode::kInvalidCommand, "no request of a stream", {}, ""};
  }

  // The table of an output, as it was when the job was submitted.
  Result<store::Table> Output(size_t index) {
    PAISQL_ASSIGN(const std::string text, ReadFile(places_.OutputFile(index)));
    const Json output = Json::parse(text);
    const std::string project = output.at("project");
    const std::string name = output.at("table");
    PAISQL_ASSIGN(std::optional<store::Table> table, catalog_->FindTable(project, name));
    if (!table.has_value() || table->id != output.at("table_id").get<int64_t>()) {
      return Gone(project + "." + name);
    }
    table->schema_version = output.at("schema_version").get<int>();
    return *std::move(table);
  }

  Result<Json> Begin() {
    if (outputs_ < 2) return Json{{"cursor", Json::array()}};
    PAISQL_TRY(lease_->Pin(0));
    PAISQL_ASSIGN(rows_, Output(0));
    PAISQL_ASSIGN(cursor_, Output(1));
    PAISQL_ASSIGN(const std::string writer,
                  FindEarlierWriter(*catalog_, id_, {rows_.id, cursor_.id}));
    if (!writer.empty()) return Json{{"writer", writer}};
    PAISQL_ASSIGN(const store::FileListing listing, catalog_->ListFiles(cursor_, {}));
    seen_ = store::RowsRead(cursor_, listing);
    Json paths = Json::array();
    PAISQL_TRY(Bring(listing.files));
    for (const store::DataFile& file : listing.files) paths.push_back(file.path);
    return Json{{"cursor", std::move(paths)}};
  }

  // The cursor's files come into its table; the newest of them is the head.
  void PutCursor(const Json& request, store::TableWrite& write) {
    std::vector<store::StagedFile> files = StagedFiles(request.at("cursor"));
    if (!request.value("adds", false) || head_.empty()) {
      kept_ = files.size();
      write.Put({cursor_, store::WriteMode::kOverwrite}, std::move(files));
      return;
    }
    kept_ += files.size() - 1;
    write.Put({cursor_, store::WriteMode::kReplaceFiles, {}, {head_}}, std::move(files));
  }

  Result<Json> Commit(const Json& request) {
    store::TableWrite write(*catalog_);
    write.Expect(seen_);
    std::vector<store::StagedFile> rows = StagedFiles(request.at("rows"));
    if (!rows.empty()) write.Put({rows_}, std::move(rows));
    PutCursor(request, write);
    PAISQL_TRY(write.Commit());
    // The cursor that Begin() has named is read by now, and replaced.
    if (lease_->pinned() == 0) PAISQL_TRY(lease_->Pin(store::Lease::kNothing));
    // The list that this commit has made is what the next one rests on.
    PAISQL_ASSIGN(const store::FileListing listing, catalog_->ListFiles(cursor_, {}));
    const auto is_ours = [this](const store::DataFile& file) {
      return fs::path(file.path).filename().string().starts_with(lease_name_);
    };
    if (listing.files.size() != kept_ || !std::ranges::all_of(listing.files, is_ours)) {
      Error conflict{ErrorCode::kInvalidCommand, "another stream has begun to write", {}, ""};
      conflict.about.kind = ErrorSubject::Kind::kConflict;
      return conflict;
    }
    head_ = listing.files.back().path;
    seen_ = store::RowsRead(cursor_, listing);
    return Json{{"done", true}};
  }

  // Fetches what of the files lies in a bucket.
  Status Bring(const std::vector<store::DataFile>& files) {
    const auto& bucket = store::Warehouse(*catalog_).bucket();
    if (bucket == nullptr) return Status::Ok();
    if (check_ == nullptr) {
      check_ = std::make_unique<store::FileCheck>();
      check_->UseBucket(bucket);
    }
    std::vector<store::FileRead> reads;
    for (const store::DataFile& file : files) reads.push_back({&file, nullptr});
    PAISQL_ASSIGN(const std::optional<store::FileDamage> damage, check_->Check(reads, {}));
    if (!damage.has_value()) return Status::Ok();
    return Error{ErrorCode::kDamaged,
                 "the data file " + damage->file->path + " " + damage->what,
                 {},
                 "paisql verify shows all that is damaged"};
  }

  Result<Json> Listed(const store::Table& table) {
    // Listed files stay until the next list, even if they are replaced meanwhile.
    PAISQL_ASSIGN(const int64_t snapshot, catalog_->CurrentSnapshot());
    PAISQL_TRY(lease_->Pin(snapshot));
    PAISQL_ASSIGN(const store::FileListing listing, catalog_->ListFiles(table, {}));
    PAISQL_TRY(Bring(listing.files));
    std::map<int64_t, std::vector<std::string>> values;
    for (const store::Partition& partition : listing.partitions) {
      values[partition.id] = partition.values;
    }
    Json files = Json::array();
    for (const store::DataFile& file : listing.files) {
      files.push_back({{"path", file.path},
                       {"rows", file.rows},
                       {"bytes", file.bytes},
                       {"schema_version", file.schema_version},
                       {"partition", values[file.partition_id]}});
    }
    return files;
  }

  Result<Json> List(const Json& request) {
    const std::string project = request.at("project");
    const std::string name = request.at("table");
    PAISQL_ASSIGN(const std::optional<store::Table> table, catalog_->FindTable(project, name));
    if (!table.has_value() || table->id != request.at("table_id").get<int64_t>()) {
      return Gone(project + "." + name);
    }
    PAISQL_ASSIGN(Json files, Listed(*table));
    // The snapshot of the job's beginning would keep the file of every cursor until its end.
    if (!follows_) PAISQL_TRY(store::LetGo(catalog_->home(), lease_name_));
    follows_ = true;
    return Json{{"files", std::move(files)}, {"schema_version", table->schema_version}};
  }

  Result<Json> Files() {
    PAISQL_ASSIGN(Json files, Listed(rows_));
    return Json{{"files", std::move(files)}};
  }

  Result<Json> Merge(const Json& request) {
    store::TableWrite write(*catalog_);
    write.Put({rows_,
               store::WriteMode::kReplaceFiles,
               {},
               request.at("from").get<std::vector<std::string>>()},
              StagedFiles(Json::array({request.at("to")})));
    PAISQL_TRY(write.Commit());
    return Json{{"done", true}};
  }

  // Nobody reads the listed files any more, whether they were merged or not.
  Result<Json> Merged() {
    if (!follows_) PAISQL_TRY(lease_->Pin(store::Lease::kNothing));
    return Json{{"done", true}};
  }

  std::unique_ptr<store::Lease> lease_;
  std::unique_ptr<store::Catalog> catalog_;
  JobPlaces places_;
  std::string id_;
  size_t outputs_;
  std::string lease_name_;  // of the job: names of its files begin so
  store::Table rows_;
  store::Table cursor_;
  std::unique_ptr<store::FileCheck> check_;  // made for files that lie in a bucket
  bool follows_ = false;                     // asks for the files of a table again and again
  store::ReadVersion seen_;                  // the cursor's table as the next commit expects it
  std::string head_;  // the file of it that each commit replaces; "" before the first one
  size_t kept_ = 0;   // how many files it has
};

struct Writing {
  Writing(StreamWriter opened, std::unique_ptr<store::Catalog> swept)
      : writer(std::move(opened)), sweeper(std::move(swept)) {}

  StreamWriter writer;
  Sweeper sweeper;
};

Result<std::unique_ptr<Writing>> Open(const std::string& job_directory,
                                      const Installation& installation) {
  PAISQL_ASSIGN(const JobFile file, ReadJobFile(job_directory));
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(file.home));
  PAISQL_ASSIGN(std::unique_ptr<store::Lease> lease, store::Lease::Acquire(home));
  PAISQL_ASSIGN(std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  PAISQL_ASSIGN(std::unique_ptr<store::Catalog> swept, store::Catalog::Open(home));
  for (store::Catalog* one : {catalog.get(), swept.get()}) {
    PAISQL_TRY(oss::UseWarehouse(*one, {installation.oss_remote, installation.python}));
  }
  return std::make_unique<Writing>(
      StreamWriter(std::move(lease), std::move(catalog), {job_directory}, file), std::move(swept));
}

}  // namespace

int RunStreamWriter(const std::string& job_directory, const Installation& installation) {
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(number, SIG_IGN);
  const Result<std::unique_ptr<Writing>> opened = Open(job_directory, installation);
  if (!opened.ok()) {
    std::fprintf(stderr, "%s\n", opened.error().ToString().c_str());
    return 1;
  }
  workers::WorkerEnd end(STDIN_FILENO);
  end.Send(workers::MakeHello("stream-writer", Json::object()));
  while (const std::optional<workers::Frame> request = end.Next()) {
    end.Send((*opened)->writer.Answer(*request));
  }
  return 0;
}

}  // namespace paisql::jobs
