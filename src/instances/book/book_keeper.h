#pragma once

// Keeps the instances of one server in the home's book, so that they survive it, and finds those of
// other servers there. Where the book cannot be written, as on a full disk, instances go on without
// it: they are then forgotten with the process. Safe from any thread. Private to instances.

#include <memory>
#include <string>
#include <vector>

#include "instances/book/retention.h"
#include "instances/instance.h"
#include "instances/results/capture.h"
#include "store/home/lease.h"
#include "store/instances/instance_book.h"

namespace paisql::instances {

class BookKeeper {
 public:
  // What other servers have left unended fails. Null where the home cannot be written.
  static std::unique_ptr<BookKeeper> Open(const std::string& home_path);

  void Add(const Instance& instance);
  void NoteRunning(const Instance& instance);
  // Before anybody is told of the end. `forgotten` go at the same time, with their files.
  void NoteEnd(const Instance& instance, const Instance::Status& status,
               const InstanceResult* result, int64_t file_bytes,
               const std::vector<std::string>& forgotten);
  void Forget(const std::vector<std::string>& ids);
  // The rows of its result go, and the rest stays.
  void Expire(const std::string& id);

  // Null for an unknown one. Of one that another server runs it is a picture of now.
  InstancePtr Find(const std::string& id);
  InstancePtr FindUnique(const Submission& asked);
  // Of the project, but for those of this server; the newest first.
  std::vector<InstancePtr> ListOfOthers(const std::string& project, int64_t most);

  // Those that had ended when the server began, the first that ended first.
  std::vector<Retention::Ended> ListEnded();

  // Where the rows of its result are written.
  void FillRoom(const Instance& instance, CaptureRoom& room) const;
  // Somebody asks another server's instance to stop.
  bool AskToStop(const Instance& instance);
  std::vector<std::string> TakeStops();
  // Work that nobody waits for.
  void Tidy();

 private:
  BookKeeper(store::Home home, std::string staging);
  InstancePtr InstanceOf(const store::InstanceRow& row);

  const store::Home home_;
  std::shared_ptr<store::InstanceBook> book_;  // results that are read need it, too
  std::unique_ptr<store::Lease> lease_;
  const std::string staging_;
  bool tidied_ = false;
};

}  // namespace paisql::instances
