#pragma once

// The state that the parts of a verification share. Private to the store: verification.cpp begins
// and ends it, verify_catalog.cpp looks at the rows, verify_files.cpp at data files and resources,
// verify_folders.cpp at what the folders hold beside them, set_aside.cpp mends the lists of tables.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/catalog/commit/catalog_write.h"
#include "store/database/database.h"
#include "store/home/home_paths.h"
#include "store/upkeep/file_check.h"
#include "store/upkeep/verification.h"

namespace paisql::store {

struct Verification {
  Catalog& catalog;
  const Home& home;
  Database& db;  // a connection of its own
  const VerifyOptions& options;
  VerifySummary summary;
  std::shared_ptr<WarehouseBucket> bucket;  // of the data files, where they lie in one
  bool unsettled = false;                   // nobody can tell whether a change of ours has happened

  void Report(const Finding& finding) const { options.report(finding); }
  Status CheckStopped() const;
  Result<CatalogWrite> BeginWrite();
};

// One row of data_files that is listed now.
struct ListedFile {
  int64_t id = 0;
  int64_t table_id = 0;
  std::string object;  // "p.t/ds=1"
  std::string place;   // "table p.t" or "partition ds=1 of table p.t"
  std::string path;    // below the home
  DataFile file;
};

// Integrity of the database, and rows that cannot be. kDamaged when the database itself is broken.
Status VerifyCatalog(Verification& work);
// Every data file, resource and file of a model.
Status VerifyDataFiles(Verification& work);
Status VerifyResources(Verification& work);
Status VerifyModels(Verification& work);
// Orphans, staging folders and leases of the dead.
Status VerifyFolders(Verification& work);

// Files that an earlier repair took off their tables' lists, and that stand at their places again.
Status VerifySetAside(Verification& work);

// Takes the file off its table's list and moves what there is of it below <home>/damaged. Returns
// what was done, "" for nothing.
Result<std::string> SetAside(Verification& work, const ListedFile& listed,
                             const FileDamage& damage);

}  // namespace paisql::store
