#include "execution/plan_run.h"

#include "execution/damage.h"
#include "store/catalog/warehouse.h"

namespace paisql::execution {
namespace {

// Stops a long stream between two chunks once the statement has been interrupted, and remembers
// whether it was the stream that failed and not who reads it.
class InterruptibleStream : public engine::ResultStream {
 public:
  InterruptibleStream(engine::ResultStream& stream, const Host& host)
      : stream_(stream), host_(host) {}

  const std::vector<engine::ResultColumn>& columns() const override { return stream_.columns(); }
  Result<engine::Batch> Next() override {
    PAISQL_TRY(host_.CheckInterrupted());
    Result<engine::Batch> batch = stream_.Next();
    if (!batch.ok()) failed_ = true;
    return batch;
  }
  bool failed() const { return failed_; }

 private:
  engine::ResultStream& stream_;
  const Host& host_;
  bool failed_ = false;
};

engine::ExecutionSettings WithProfile(engine::ExecutionSettings settings, bool profile) {
  settings.profile = profile;
  return settings;
}

}  // namespace

PlanRun::PlanRun(Host& host, RunOptions options)
    : host_(host),
      settings_(WithProfile(std::move(options.settings), options.observer != nullptr)),
      observer_(options.observer),
      pin_(host, settings_, bindings_),
      staging_(host),
      transforms_(host, settings_, staging_, observer_, std::move(options.show)) {}

Status PlanRun::List() { return List(plans_); }

Status PlanRun::Prepare() {
  prepared_ = true;
  return Prepare(plans_, {});
}

Status PlanRun::Add(TitledPlan plan, const std::function<void(engine::Bindings&)>& bind) {
  if (prepared_) PAISQL_TRY(Prepare({plan}, bind));
  plans_.push_back(std::move(plan));
  return Status::Ok();
}

Status PlanRun::List(const std::vector<TitledPlan>& plans) {
  std::vector<const plan::Scan*> scans;
  for (const TitledPlan& plan : plans) {
    const std::vector<const plan::Scan*> found = plan::CollectScans(*plan.root);
    scans.insert(scans.end(), found.begin(), found.end());
  }
  return pin_.ListFiles(scans);
}

Status PlanRun::Prepare(const std::vector<TitledPlan>& plans,
                        const std::function<void(engine::Bindings&)>& bind) {
  PAISQL_TRY(List(plans));
  if (bind) bind(bindings_);
  std::vector<const plan::Relation*> roots;
  for (const TitledPlan& plan : plans) roots.push_back(plan.root);
  for (const plan::Relation* root : roots) PAISQL_TRY(NameObjects(*root));
  if (Status checked = CheckPlans(host_, roots, bindings_); !checked.ok()) {
    for (const plan::Relation* root : roots) {
      PAISQL_TRY(CheckExternalFiles(host_, *root, bindings_));
    }
    return checked;
  }
  for (const plan::Relation* root : roots) PAISQL_TRY(transforms_.Execute(*root, bindings_));
  return Status::Ok();
}

// An engine that reads the bucket itself gets the names that the objects have there.
Status PlanRun::NameObjects(const plan::Relation& root) {
  const auto& bucket = store::Warehouse(host_.catalog()).bucket();
  if (bucket == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const std::string url, host_.BucketFor(root));
  if (url.empty()) return Status::Ok();
  PAISQL_ASSIGN(const engine::Connection* const local, host_.Connection());
  PAISQL_ASSIGN(const engine::Connection* const chosen,
                host_.ConnectionFor(root, bindings_, settings_));
  if (chosen == local) return Status::Ok();
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    store::FileListing listing = *bindings_.FilesOf(*scan);
    PAISQL_TRY(CheckObjects(host_, *scan, listing));
    for (store::DataFile& file : listing.files) {
      if (bucket->HasPath(file.path)) {
        file.path = url + file.path.substr(bucket->copies_path().size());
      }
    }
    bindings_.SetFiles(*scan, std::move(listing));
  }
  return Status::Ok();
}

Status PlanRun::Stream(const TitledPlan& plan,
                       const std::function<Status(engine::ResultStream&)>& consume) {
  PAISQL_ASSIGN(engine::Connection * connection,
                host_.ConnectionFor(*plan.root, bindings_, settings_));
  PAISQL_TRY(host_.CheckInterrupted());
  Result<std::unique_ptr<engine::ResultStream>> rows =
      connection->Query(*plan.root, bindings_, settings_);
  if (!rows.ok()) return Failure(*plan.root, std::move(rows).error());
  InterruptibleStream stream(**rows, host_);
  Status status = consume(stream);
  if (!status.ok() && stream.failed()) return Failure(*plan.root, std::move(status).error());
  PAISQL_TRY(status);
  PAISQL_TRY(CheckExternalFiles(host_, *plan.root, bindings_));
  return Tell(plan, *connection);
}

Result<std::vector<store::StagedFile>> PlanRun::Write(const TitledPlan& plan,
                                                      const store::Table& table,
                                                      const store::PartitionLevels& partition,
                                                      Staging* staging) {
  PAISQL_ASSIGN(std::string folder, (staging != nullptr ? *staging : staging_).MakeFolder());
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files,
                Write(plan, TargetFor(table, partition, std::move(folder))));
  return ToStagedFiles(files, partition);
}

Result<store::StagedFile> PlanRun::WriteOne(const TitledPlan& plan, const store::Table& table) {
  PAISQL_ASSIGN(std::string folder, staging_.MakeFolder());
  engine::WriteTarget target = TargetFor(table, {}, std::move(folder));
  target.keeps_empty = true;
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> files, Write(plan, target));
  PAISQL_ASSERT(files.size() == 1, "a plan was written into several files");
  return ToStagedFiles(files, {}).front();
}

Result<std::vector<engine::WrittenFile>> PlanRun::Write(const TitledPlan& plan,
                                                        const engine::WriteTarget& target) {
  PAISQL_ASSIGN(engine::Connection * connection,
                host_.ConnectionFor(*plan.root, bindings_, settings_));
  PAISQL_TRY(host_.CheckInterrupted());
  Result<std::vector<engine::WrittenFile>> files =
      connection->Write(*plan.root, bindings_, target, settings_);
  if (!files.ok()) return Failure(*plan.root, std::move(files).error());
  PAISQL_TRY(host_.CheckInterrupted());
  PAISQL_TRY(CheckExternalFiles(host_, *plan.root, bindings_));
  PAISQL_TRY(Tell(plan, *connection));
  return files;
}

Error PlanRun::Failure(const plan::Relation& root, Error error) {
  return NameDamagedFile(host_, root, bindings_, std::move(error));
}

Status PlanRun::Tell(const TitledPlan& plan, engine::Connection& connection) {
  for (const plan::Scan* const scan : plan::CollectScans(*plan.root)) {
    const store::FileListing* const files = bindings_.FilesOf(*scan);
    if (files != nullptr && !IsHostTable(scan->table.id)) host_.NoteRead(scan->table, *files);
  }
  if (observer_ == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const engine::ExecutionReport report, connection.Report(*plan.root, bindings_));
  observer_->Ran(plan, bindings_, report);
  return Status::Ok();
}

}  // namespace paisql::execution
