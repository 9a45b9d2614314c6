#include "oss/remote_library.h"

#include <dlfcn.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "oss/endpoint.h"

namespace paisql::oss {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kArrow = "libarrow.so.";

// <environment>/lib/python3*/site-packages/pyarrow/libarrow.so.N of <environment>/bin/python. A
// link to the interpreter is not followed: an environment is where the link stands.
std::string FindArrow(const std::string& python) {
  std::error_code code;
  const fs::path libraries = fs::path(python).parent_path().parent_path() / "lib";
  for (const fs::directory_entry& version : fs::directory_iterator(libraries, code)) {
    if (!version.path().filename().string().starts_with("python3")) continue;
    const fs::path folder = version.path() / "site-packages" / "pyarrow";
    for (const fs::directory_entry& file : fs::directory_iterator(folder, code)) {
      if (file.path().filename().string().starts_with(kArrow)) return file.path().string();
    }
  }
  return "";
}

OpenStoreFunction Load(const RemoteLibrary& library) {
  void* handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    // Found by its name from now on.
    const std::string arrow = FindArrow(library.python);
    if (arrow.empty() || dlopen(arrow.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) return nullptr;
    handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == nullptr) return nullptr;
  return reinterpret_cast<OpenStoreFunction>(dlsym(handle, kOpenStoreName));
}

StoreStatus ReadDescription(const std::string& bucket, const std::string& path, std::string* text) {
  const std::string what = "bucket '" + bucket + "' cannot be reached: ";
  struct stat info = {};
  std::ifstream file(path, std::ios::binary);
  if (stat(path.c_str(), &info) != 0 || !file.is_open()) {
    return {StoreProblem::kDenied, what + "its description " + path + " cannot be read"};
  }
  *text = {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const bool open_to_others = (info.st_mode & (S_IRWXG | S_IRWXO)) != 0;
  const std::optional<Endpoint> endpoint = ParseEndpoint(*text);
  if (!open_to_others || !endpoint.has_value() || endpoint->access_key_secret.empty()) return {};
  return {StoreProblem::kDenied, what + "others may read its keys; chmod 600 " + path};
}

}  // namespace

void SetClientVariables() {
  for (const char* name :
       {"AWS_REQUEST_CHECKSUM_CALCULATION", "AWS_RESPONSE_CHECKSUM_VALIDATION"}) {
    (void)setenv(name, "when_required", 0);
  }
}

std::shared_ptr<ObjectStore> OpenRemoteStore(const RemoteLibrary& library,
                                             const std::string& bucket,
                                             const std::string& description_path,
                                             StoreStatus* status) {
  std::string description;
  *status = ReadDescription(bucket, description_path, &description);
  if (!status->ok()) return nullptr;
  const OpenStoreFunction open = library.path.empty() ? nullptr : Load(library);
  if (open != nullptr) return std::shared_ptr<ObjectStore>(open(bucket, description, status));
  const bool built = !library.path.empty();
  *status = {StoreProblem::kUnreachable,
             "bucket '" + bucket + "' lies at an endpoint, and what talks to endpoints " +
                 (built ? "found no Arrow library of its version beside " + library.python
                        : std::string("was not built")) +
                 "; scripts/setup without --no-training brings it"};
  return nullptr;
}

}  // namespace paisql::oss
