#pragma once

// The instances of the home's servers, with small results: <home>/instances/book.sqlite, a database
// beside the catalog. A commit of the catalog waits for the disk and for every other writer, which
// is too long for a statement of a millisecond; here a commit is in the hands of the kernel when it
// returns. So a kill loses nothing, and the loss of power may lose what was written last.
//
// Each row belongs to the server that holds its lease; servers change their own rows alone, but for
// rows of servers that are gone. Safe from any thread. Rows of results that have a file lie in
// <home>/instances/<id>.arrow.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/types.h"

namespace paisql::store {

struct InstanceRow {
  std::string id;
  std::string project;  // a place (store/place.h)
  std::string user;     // "": the owner
  std::string server;   // the lease of the one that runs it
  std::string unique_id;
  std::string query;
  std::string submission = "{}";  // the rest of what was submitted, as the server writes it
  JobState state = JobState::kWaiting;
  int priority = 9;
  int64_t submitted_ms = 0;
  int64_t ended_ms = 0;
  std::string message;         // why it failed, for people
  std::string outcome = "{}";  // what came of it, as the server writes it; without rows
  int64_t file_bytes = 0;      // of the file that has the rows
  bool expired = false;        // its rows were removed
};

class Database;

class InstanceBook {
 public:
  // Makes the book where it is missing. One that is damaged is set aside, as book.sqlite.broken.
  static Result<std::unique_ptr<InstanceBook>> Open(const Home& home);
  // The book as it is; null where there is none.
  static Result<std::unique_ptr<InstanceBook>> Look(const Home& home);
  ~InstanceBook();
  InstanceBook(const InstanceBook&) = delete;
  InstanceBook& operator=(const InstanceBook&) = delete;

  static std::string Folder(const Home& home) { return home.path() + "/instances"; }
  static std::string RowsPath(const Home& home, const std::string& id) {
    return Folder(home) + "/" + id + ".arrow";
  }

  Status Add(const InstanceRow& row);
  Status NoteRunning(const std::string& id);
  // Of the row its state, end, message, outcome and file count. `rows`: what RowsOf gives. The
  // rows of `forgotten` go at the same time.
  Status NoteEnd(const InstanceRow& row, std::string_view rows,
                 const std::vector<std::string>& forgotten);
  Status Forget(const std::vector<std::string>& ids);
  // Its rows are gone, here as there; the row stays.
  Status NoteExpired(const std::string& id);

  Result<std::optional<InstanceRow>> Find(const std::string& id);
  Result<std::optional<InstanceRow>> FindUnique(const InstanceRow& like);
  Result<std::string> RowsOf(const std::string& id);
  // The newest first, of one project or of all for "".
  Result<std::vector<InstanceRow>> List(const std::string& project, int64_t limit);
  Result<std::vector<InstanceRow>> ListActive();
  // Those whose id begins or ends so.
  Result<std::vector<InstanceRow>> ListLike(const std::string& text, int64_t limit);
  // The ended ones, the first that ended first, with neither text nor outcome.
  Result<std::vector<InstanceRow>> ListEnded();

  // Its server is asked to stop it, and looks now and then.
  Status AskToStop(const std::string& id);
  // Quick while nobody has asked.
  Result<std::vector<std::string>> TakeStops(const std::string& server);

  // What was waiting or running at servers that are gone has failed.
  Status FailOfTheDead(const std::string& message);
  // Files of rows that no row needs go.
  Status RemoveStrayFiles();
  // Takes the log into the database; beside writers.
  void Checkpoint();

 private:
  explicit InstanceBook(Home home);

  const Home home_;
  std::mutex write_mutex_;
  std::unique_ptr<Database> writes_;
  int64_t seen_version_ = -1;  // of the database, by TakeStops
  std::mutex read_mutex_;      // lists take long, and writers do not wait for them
  std::unique_ptr<Database> reads_;
};

}  // namespace paisql::store
