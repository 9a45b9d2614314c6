#include "oss/stoppable_store.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace paisql::oss {

namespace {

// Operations that nobody waits for any more.
std::atomic<int> left_alone{0};

// The client's end waits for all its requests, and what else the process takes down is still in
// use by those that were left alone. Called before all of that, because it is registered last.
void EndAtOnce(int status, void* /*nothing*/) {
  if (left_alone.load() == 0) return;
  (void)std::fflush(nullptr);
  _exit(status);
}

void LeaveAlone() {
  static std::once_flag registered;
  ++left_alone;
  std::call_once(registered, [] { (void)on_exit(EndAtOnce, nullptr); });
}

using Operation = std::function<StoreStatus()>;

// The state that the waiting thread and the working thread share.
struct Work {
  std::mutex mutex;
  std::condition_variable_any ended;
  bool done = false;
  bool alone = false;
  StoreStatus status;
};

void Finish(Work& work, StoreStatus status) {
  const std::lock_guard lock(work.mutex);
  work.status = std::move(status);
  work.done = true;
  if (work.alone) --left_alone;
  work.ended.notify_all();
}

StoreStatus Done(const Operation& operation) {
  try {
    return operation();
  } catch (const std::bad_alloc&) {
    return {StoreProblem::kBroken,
            "there is not enough memory to ask a bucket; raise the limit of memory (ulimit -v)"};
  }
}

StoreStatus WasStopped() { return {StoreProblem::kStopped, "interrupted"}; }

// The operation owns all that it uses. It is begun whatever the token says, and is gone before the
// answer is known, unless the answer is kStopped.
StoreStatus Begin(const std::stop_token& stop, Operation operation) {
  const auto work = std::make_shared<Work>();
  auto shared = std::make_shared<Operation>(std::move(operation));
  try {
    std::thread([work, shared]() mutable {
      StoreStatus status = Done(*shared);
      shared.reset();
      Finish(*work, std::move(status));
    }).detach();
  } catch (const std::system_error&) {
    // No more threads: then this one waits as long as it takes.
    return Done(*shared);
  }
  shared.reset();
  std::unique_lock lock(work->mutex);
  work->ended.wait(lock, stop, [&work] { return work->done; });
  if (work->done) return std::move(work->status);
  work->alone = true;
  LeaveAlone();
  return WasStopped();
}

StoreStatus Await(const std::stop_token& stop, Operation operation) {
  return stop.stop_requested() ? WasStopped() : Begin(stop, std::move(operation));
}

// Even closing may wait for what is under way.
template <typename Handle>
void LetGo(const std::stop_token& stop, std::shared_ptr<Handle>* handle) {
  (void)Begin(stop, [held = std::move(*handle)]() mutable {
    held.reset();
    return StoreStatus{};
  });
}

class StoppableReader : public StoreReader {
 public:
  StoppableReader(std::shared_ptr<StoreReader> reader, std::stop_token stop)
      : reader_(std::move(reader)), stop_(std::move(stop)) {}
  ~StoppableReader() override { LetGo(stop_, &reader_); }
  StoppableReader(const StoppableReader&) = delete;
  StoppableReader& operator=(const StoppableReader&) = delete;

  int64_t size() const override { return reader_->size(); }

  StoreStatus Read(uint64_t offset, size_t count, char* buffer, size_t* done) override {
    // The caller's buffer may be gone before the answer comes.
    struct Answer {
      std::string bytes;
      size_t done = 0;
    };
    const auto size = static_cast<uint64_t>(reader_->size());
    const auto answer = std::make_shared<Answer>();
    answer->bytes.resize(std::min<uint64_t>(count, size - std::min(offset, size)));
    *done = 0;
    StoreStatus status = Await(stop_, [reader = reader_, answer, offset] {
      return reader->Read(offset, answer->bytes.size(), answer->bytes.data(), &answer->done);
    });
    if (!status.ok()) return status;
    *done = answer->done;
    std::copy_n(answer->bytes.data(), answer->done, buffer);
    return status;
  }

 private:
  std::shared_ptr<StoreReader> reader_;
  const std::stop_token stop_;
};

class StoppableWriter : public StoreWriter {
 public:
  StoppableWriter(std::shared_ptr<StoreWriter> writer, std::stop_token stop)
      : writer_(std::move(writer)), written_(writer_->Written()), stop_(std::move(stop)) {}
  ~StoppableWriter() override { LetGo(stop_, &writer_); }
  StoppableWriter(const StoppableWriter&) = delete;
  StoppableWriter& operator=(const StoppableWriter&) = delete;

  StoreStatus Append(const char* bytes, size_t count) override {
    StoreStatus status = Await(stop_, [writer = writer_, text = std::string(bytes, count)] {
      return writer->Append(text.data(), text.size());
    });
    if (status.ok()) written_ += static_cast<int64_t>(count);
    return status;
  }
  int64_t Written() const override { return written_; }
  StoreStatus Publish() override {
    return Await(stop_, [writer = writer_] { return writer->Publish(); });
  }
  StoreStatus Close() override {
    return Await(stop_, [writer = writer_] { return writer->Close(); });
  }

 private:
  std::shared_ptr<StoreWriter> writer_;
  int64_t written_;
  const std::stop_token stop_;
};

class StoppableStore : public ObjectStore {
 public:
  StoppableStore(std::shared_ptr<ObjectStore> store, std::stop_token stop)
      : store_(std::move(store)), stop_(std::move(stop)) {}

  StoreStatus Check() override {
    return Await(stop_, [store = store_] { return store->Check(); });
  }

  StoreStatus Look(const std::string& key, StoredObject* object) override {
    return Fill(object,
                [key](ObjectStore& store, StoredObject* found) { return store.Look(key, found); });
  }

  StoreStatus List(const std::string& folder, bool one_level,
                   std::vector<StoredObject>* objects) override {
    return Fill(objects, [folder, one_level](ObjectStore& store, std::vector<StoredObject>* found) {
      return store.List(folder, one_level, found);
    });
  }

  StoreStatus OpenReader(const std::string& key, std::unique_ptr<StoreReader>* reader) override {
    std::unique_ptr<StoreReader> opened;
    StoreStatus status =
        Fill(&opened, [key](ObjectStore& store, std::unique_ptr<StoreReader>* found) {
          return store.OpenReader(key, found);
        });
    if (status.ok()) *reader = std::make_unique<StoppableReader>(std::move(opened), stop_);
    return status;
  }

  StoreStatus ReadRange(const std::string& key, int64_t object_bytes, int64_t offset, int64_t count,
                        std::string* bytes) override {
    return Fill(bytes, [key, object_bytes, offset, count](ObjectStore& store, std::string* found) {
      return store.ReadRange(key, object_bytes, offset, count, found);
    });
  }

  StoreStatus OpenWriter(const std::string& key, bool append,
                         std::unique_ptr<StoreWriter>* writer) override {
    std::unique_ptr<StoreWriter> opened;
    StoreStatus status =
        Fill(&opened, [key, append](ObjectStore& store, std::unique_ptr<StoreWriter>* found) {
          return store.OpenWriter(key, append, found);
        });
    if (status.ok()) *writer = std::make_unique<StoppableWriter>(std::move(opened), stop_);
    return status;
  }

  StoreStatus MakeFolder(const std::string& key) override {
    return Await(stop_, [store = store_, key] { return store->MakeFolder(key); });
  }
  StoreStatus RemoveObject(const std::string& key) override {
    return Await(stop_, [store = store_, key] { return store->RemoveObject(key); });
  }
  StoreStatus RemoveFolder(const std::string& key) override {
    return Await(stop_, [store = store_, key] { return store->RemoveFolder(key); });
  }
  StoreStatus RemoveEmptyFoldersAbove(const std::string& key) override {
    return Await(stop_, [store = store_, key] { return store->RemoveEmptyFoldersAbove(key); });
  }
  StoreStatus Rename(const std::string& from, const std::string& to) override {
    return Await(stop_, [store = store_, from, to] { return store->Rename(from, to); });
  }

 private:
  // An operation that has an answer; `answer` is filled only when it has come in time.
  template <typename T, typename Call>
  StoreStatus Fill(T* answer, const Call& call) {
    const auto found = std::make_shared<T>();
    StoreStatus status =
        Await(stop_, [store = store_, found, call] { return call(*store, found.get()); });
    if (status.problem != StoreProblem::kStopped) *answer = std::move(*found);
    return status;
  }

  const std::shared_ptr<ObjectStore> store_;
  const std::stop_token stop_;
};

}  // namespace

std::shared_ptr<ObjectStore> StopWith(std::shared_ptr<ObjectStore> store, std::stop_token stop) {
  return std::make_shared<StoppableStore>(std::move(store), std::move(stop));
}

std::shared_ptr<ObjectStore> OpenStoppableStore(const RemoteLibrary& library,
                                                const std::string& bucket,
                                                const std::string& description_path,
                                                std::stop_token stop, StoreStatus* status) {
  const auto store = std::make_shared<std::shared_ptr<ObjectStore>>();
  *status = Await(stop, [store, library, bucket, description_path] {
    StoreStatus opened;
    *store = OpenRemoteStore(library, bucket, description_path, &opened);
    return opened;
  });
  if (!status->ok()) return nullptr;
  return std::make_shared<StoppableStore>(std::move(*store), std::move(stop));
}

}  // namespace paisql::oss
