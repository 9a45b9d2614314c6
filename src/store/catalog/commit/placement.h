#pragma once

// The files of one transaction on their way from staging folders, and from where resources come
// from, to their places in the home. They are moved and written to the disk before the catalog's
// transaction, because that takes long with many files; what is not kept goes back at the end.
// Private to the store; the catalog's state and the changes outlive it.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "store/catalog/catalog_state.h"
#include "store/changes.h"
#include "store/home/file_moves.h"

namespace paisql::store {

// A staged file where a table will find it.
struct PlacedFile {
  std::string path;  // below the home
  int64_t bytes = 0;
  std::string block_sums;  // store/files/block_sums.h
};

// The home's copy of a resource.
struct PlacedResource {
  std::string path;  // below the home, or where it comes from: nothing was copied
  int64_t bytes = 0;
  std::string sha256;
};

// The home's copy of a model's version.
struct PlacedModel {
  std::string folder;  // below the home, or where it comes from: nothing was copied
  std::vector<PlacedResource> files;
};

class Placement {
 public:
  explicit Placement(CatalogState& state) : state_(state) {}
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  // Moves all files that the changes bring. Called once.
  Status Place(const std::vector<Change>& changes);
  // That data files of the changes still belong where they were brought. Called within the
  // catalog's transaction.
  Status Check() const;
  // All files stay where they are from a commit of `write` on.
  Status Commit(CatalogWrite& write);
  // The same where the caller commits.
  void Keep() { moves_->Keep(); }
  // The files go: nobody needs them where they came from.
  void Discard() { moves_->Discard(); }

  // In the order of the request's files.
  const std::vector<PlacedFile>& Of(const WriteRequest& request) const {
    return files_.at(&request);
  }
  const PlacedResource& Of(const change::AddResource& added) const { return resources_.at(&added); }
  const PlacedModel& Of(const ModelVersion& added) const { return models_.at(&added); }

 private:
  Result<Table> TargetOf(const WriteRequest& request, const std::vector<Change>& changes);
  Status PlaceFiles(const Table& table, const WriteRequest& request);
  Status PlaceResource(const change::AddResource& added);
  Status PlaceModel(const std::string& project, const ModelVersion& added);

  CatalogState& state_;
  // Copies of resources and models are staged under a lease of its own, so that the sweep
  // removes what a killed process leaves.
  std::unique_ptr<Lease> lease_;
  // Declared after the lease: its destructor moves files back into the lease's folder.
  std::unique_ptr<FileMoves> moves_;
  std::map<const WriteRequest*, std::vector<PlacedFile>> files_;
  std::map<const change::AddResource*, PlacedResource> resources_;
  std::map<const ModelVersion*, PlacedModel> models_;
};

// The folder below the home for files of the table's partition: "warehouse/p/t/ds=20260101".
// kPartition for a value that makes no folder name.
Result<std::string> PartitionFolder(const Table& table, const std::vector<std::string>& values);

// The table of the id that CatalogTransaction::CreateTable gave, as it is asked for.
const Table& NewTable(const std::vector<Change>& changes, int64_t new_table_id);
// The position of such an id among those that the transaction makes.
size_t NewTableIndex(int64_t new_table_id);
inline bool IsNewTable(int64_t table_id) { return table_id < 0; }

}  // namespace paisql::store
