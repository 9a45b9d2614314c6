#pragma once

// A home is the folder that holds everything a user keeps: catalog.sqlite, warehouse/, staging/,
// resources/, models/, jobs/, oss/, volumes/, leases/. This header names the places below it and
// makes the folder on first use; every other room asks here for a path instead of joining strings.

#include <string>

#include "base/result.h"

namespace paisql::store {

class Home {
 public:
  // Opens the folder, making it when it does not exist. kEnvironment errors name the cure: not a
  // folder, no permission, no space. A read-only folder with a catalog opens with writable() ==
  // false.
  static Result<Home> Open(const std::string& path);
  // Names the places of a home that is only looked at: nothing is made, writable() is false, and
  // there need not be such a folder.
  static Home LookAt(const std::string& path);

  const std::string& path() const { return path_; }
  bool writable() const { return writable_; }

  std::string CatalogPath() const { return path_ + "/catalog.sqlite"; }
  std::string WarehousePath() const { return path_ + "/warehouse"; }
  std::string StagingPath() const { return path_ + "/staging"; }
  std::string ResourcesPath() const { return path_ + "/resources"; }
  std::string ModelsPath() const { return path_ + "/models"; }
  std::string JobsPath() const { return path_ + "/jobs"; }
  std::string JobPath(const std::string& job_id) const { return JobsPath() + "/" + job_id; }
  std::string OssPath() const { return path_ + "/oss"; }
  // Not made by Open: most homes have none.
  std::string VolumesPath() const { return path_ + "/volumes"; }
  std::string LeasesPath() const { return path_ + "/leases"; }

 private:
  std::string path_;
  bool writable_ = true;
};

// --home, else PAISQL_HOME, else ~/.paisql.
std::string DefaultHomePath();

}  // namespace paisql::store
