#pragma once

// A runner of plans, a session for instance, provides this interface. All of it belongs to the
// thread of the running statement.

#include <stop_token>

#include "base/meter.h"
#include "base/result.h"
#include "engine/engine.h"
#include "engine/row_filter.h"
#include "plan/table.h"
#include "store/catalog.h"
#include "store/home/lease.h"
#include "store/table_write.h"
#include "store/upkeep/file_check.h"
#include "transform/surroundings.h"

namespace paisql::execution {

// Tables that no catalog has but the host itself have the ids -2, -3 and so on.
inline constexpr int64_t kFirstHostTableId = -2;
inline bool IsHostTable(int64_t table_id) { return table_id <= kFirstHostTableId; }

class Staging;

class Host {
 public:
  virtual ~Host() = default;

  virtual store::Catalog& catalog() = 0;
  // The connection, the filter and the lease come to be when somebody asks for them, and stay as
  // long as the host.
  virtual Result<engine::Connection*> Connection() = 0;
  // The one that runs a plan over these files: another engine's, where the user has asked for it.
  virtual Result<engine::Connection*> ConnectionFor(const plan::Relation& root,
                                                    const engine::Bindings& bindings,
                                                    const engine::ExecutionSettings& settings);
  // The URL of the bucket of data files (store/home/warehouse_bucket.h) for a plan whose engine
  // reads it without this machine's copies; "" for all others.
  virtual Result<std::string> BucketFor(const plan::Relation& /*root*/) { return std::string(); }
  // Judges partitions, whichever engine runs the plans.
  virtual Result<engine::RowFilter*> RowFilter() = 0;
  virtual Result<store::Lease*> Lease() = 0;
  // Remembers what of the data files has been found right.
  virtual store::FileCheck& file_check() = 0;
  virtual store::CheckDepth check_depth() = 0;

  // The files of one of the host's own tables.
  virtual Result<store::FileListing> HostFiles(int64_t table_id) = 0;

  // Adds the files of an external table (store/external.h) to its listing, which has the partitions
  // that are read and no files.
  virtual Status AddExternalFiles(const store::Table& table, store::FileListing& listing);

  // kIo for a file of AddExternalFiles that is read where it lies, and has changed since then.
  virtual Status CheckExternalFile(const store::DataFile& file) const;

  // Staged files are about to become rows of a table with a PRIMARY KEY. One row stays of each key
  // in a partition: of several new ones the last, in place of the one that the table has. `files`
  // and `target` become those to Put, and `write` gets to know what they rest on. `staging` is as
  // long needed as the files. Gives how many rows come again because they lie beside others.
  virtual Result<int64_t> KeepKeys(store::TableTarget& target,
                                   std::vector<store::StagedFile>& files, Staging& staging,
                                   store::TableWrite& write);

  // Stops when the running statement must end.
  virtual std::stop_token stop_token() = 0;
  // kInstanceCancelled after the token has stopped.
  virtual Status CheckInterrupted() const = 0;

  virtual transform::Surroundings ScriptSurroundings() = 0;
  // An error where scripts of TRANSFORM must not run.
  virtual Status CheckScripts() const { return Status::Ok(); }

  // The files of the table have been read by a plan that has run; its deletes are among them.
  virtual void NoteRead(const plan::TableSchema& /*table*/, const store::FileListing& /*files*/) {}

  // Work outside of the engine reports its progress here; null when progress is not shown.
  virtual Meter* meter() { return nullptr; }
};

}  // namespace paisql::execution
