#pragma once

// The files of external tables, and those that LOAD reads. Files of text become Parquet files of
// the session's lease when a statement first reads them, and again when they have changed. Belongs
// to the session's thread. Private to this room.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "execution/staging.h"
#include "oss/copy.h"
#include "store/external.h"
#include "tunnel/input.h"

namespace paisql::session {

class State;

// The caller of work on objects for the running statement.
oss::Caller OssCallerOf(State& state);

// "oss://bucket/folder" of the forms that the platform writes: with an endpoint in front of the
// bucket, with credentials, or with neither. A path of this machine is absolute afterwards, and not
// for users of a server.
Result<std::string> ExternalLocation(const std::string& written, const State& state);

// A file at a location.
struct ExternalFile {
  std::string key;   // below the location
  std::string name;  // as people are told of it
  int64_t bytes = 0;
  std::string identity;  // changes when the file does
};

// A folder, or one file, in a bucket or on this machine.
class ExternalFolder {
 public:
  // kFileOperation or kIo where a bucket is missing.
  static Result<ExternalFolder> Open(const std::string& location, const SourceRange& range,
                                     State& state);

  // Of all files below the folder, in the order of their keys. Hidden files (_x, .x) and empty
  // ones do not count. nullopt: nothing is there.
  Result<std::optional<std::vector<ExternalFile>>> Files() const;
  // Where the file's bytes are on this machine: a copy in `folder` when it lies elsewhere.
  Result<std::string> Fetch(const ExternalFile& file, const std::string& folder) const;
  // kIo where the file of this machine is another one by now, or gone.
  Status CheckSame(const ExternalFile& file) const;
  // Puts a file of this machine under the key.
  Status Put(const std::string& path, const std::string& key) const;
  Status Remove(const std::vector<ExternalFile>& files) const;

 private:
  ExternalFolder(oss::CopySide side, State& state) : side_(std::move(side)), state_(&state) {}
  bool remote() const { return side_.place.has_value() && side_.place->store != nullptr; }
  std::string PathOf(const std::string& key) const;

  oss::CopySide side_;
  State* state_;
};

class ExternalFiles {
 public:
  // The id of what LOAD reads (execution/host.h).
  static constexpr int64_t kLoadedTableId = -1'000'000;

  explicit ExternalFiles(State& state) : state_(state) {}

  // Puts the rows of an external table into its listing, which has the partitions that are read.
  Status AddTo(const store::Table& table, store::FileListing& listing);

  // kIo where the file lies outside of the home and has changed since it was listed.
  Status CheckStayed(const store::DataFile& file) const;

  // What LOAD reads, under kLoadedTableId.
  void Load(store::Table table, store::ExternalSource source);
  Result<store::FileListing> Loaded();
  // Removes what was converted.
  void Forget();

 private:
  struct Converted {
    std::string identity;
    std::vector<store::DataFile> files;
    std::vector<store::Column> columns;  // of a file that is read as it is
  };

  // The files at a location, for a partition of these folders.
  Status AddLocation(const store::Table& table, const store::ExternalSource& source,
                     const std::string& location, const std::string& folders, int64_t partition_id,
                     store::FileListing& listing);
  // A file of Parquet is linked into the lease's folder, and read as it is; a file of ORC becomes
  // one first.
  Result<Converted> Link(const store::Table& table, const store::ExternalSource& source,
                         const ExternalFolder& folder, const ExternalFile& file,
                         const std::string& folders);
  Result<Converted> Convert(const store::Table& table, const store::ExternalSource& source,
                            const ExternalFolder& folder, const ExternalFile& file,
                            const std::string& folders);

  State& state_;
  std::unique_ptr<execution::Staging> staging_;
  std::map<std::string, Converted> converted_;  // by table, schema, place and key
  // Of each linked file what it was when it was listed, and its name for people. A program that
  // writes it where it lies changes the rows under the reader.
  struct Linked {
    std::string name;
    std::string identity;
  };
  std::map<std::string, Linked> linked_;  // by path
  store::Table loaded_;
  store::ExternalSource loaded_source_;
};

}  // namespace paisql::session
