#pragma once

// The session of one upload, in a folder <home>/uploads/<id>: its command, how it ended, and the
// blocks that it has read. A killed upload is taken up again with the blocks that were complete.
// The folder is locked by the process that uploads.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"
#include "store/home/home.h"
#include "tunnel/upload/blocks.h"

namespace paisql::tunnel {

struct UploadRecord {
  std::string id;
  std::string project;
  std::vector<std::string> words;  // of the command, with the path of its file from the root
  int64_t begun_ms = 0;
  std::string status;               // "running", "success", "bad" or "failed"
  std::string rests_on;             // files and columns, as they were when it began
  std::vector<std::string> leases;  // under which its rows may have come into the table
  std::vector<std::string> log;
  std::vector<std::string> bad;  // records

  std::string Command() const;
};

class UploadSession {
 public:
  static Result<std::unique_ptr<UploadSession>> Begin(const store::Home& home, std::string project,
                                                      std::vector<std::string> words);
  // To take it up again; `force` drops its blocks when they rest on something else by now. kTunnel
  // for an unknown one, and for one that runs.
  static Result<std::unique_ptr<UploadSession>> Reopen(const store::Home& home,
                                                       const std::string& id, bool force);
  // One that was not ended has failed.
  ~UploadSession();
  UploadSession(const UploadSession&) = delete;
  UploadSession& operator=(const UploadSession&) = delete;

  const UploadRecord& record() const { return record_; }
  void Log(std::string_view line) { record_.log.emplace_back(line); }
  void LogBad(std::string line) { record_.bad.push_back(std::move(line)); }

  // Before rows are read: what they rest on, and the lease under which they will be committed.
  Status Attempt(const std::string& rests_on, const std::string& lease);

  // ---- blocks; each is for one thread, different ones are safe together ----
  // An empty folder for the files of a block.
  Result<std::string> FolderOfBlock(size_t number) const;
  // What the block has given before; nullopt when it has to be read.
  std::optional<BlockRows> FindBlock(size_t number, const CsvRange& range) const;
  // The block is complete: its files are on the disk after that.
  Status KeepBlock(size_t number, const CsvRange& range, const BlockRows& rows) const;

  // How it ended. Blocks stay only after "failed".
  Status End(const std::string& status);

 private:
  UploadSession(std::string folder, Descriptor lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}
  Status Write() const;
  Status DropBlocks() const;

  std::string folder_;
  Descriptor lock_;
  UploadRecord record_;
  bool force_ = false;
  bool ended_ = false;
};

// Newest first. One whose process is gone has failed.
Result<std::vector<UploadRecord>> ListUploads(const store::Home& home);
// Removes those that began before, unless they run; how many there were.
Result<int64_t> PurgeUploads(const store::Home& home, int64_t before_ms);

}  // namespace paisql::tunnel
