#include "fleet/unpacked_place.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "archive/archive.h"
#include "base/files/files.h"
#include "base/hex.h"
#include "store/files/sha256.h"
#include "store/services.h"

namespace paisql::fleet {

namespace {

namespace fs = std::filesystem;

constexpr auto kKept = std::chrono::hours(1);
constexpr int kDeepest = 8;

Result<std::string> DigestOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  store::Sha256 sum;
  std::vector<char> bytes(size_t{1} << 20);
  while (file) {
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    sum.Add(reinterpret_cast<const unsigned char*>(bytes.data()),
            static_cast<size_t>(file.gcount()));
  }
  if (!file.eof()) return Error{ErrorCode::kIo, "cannot read " + path, {}, ""};
  return sum.Finish();
}

// What other programs add to archives of their own.
bool IsNoise(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

std::string PastSingleFolders(std::string folder) {
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::vector<fs::directory_entry> entries;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
      if (!IsNoise(entry.path().filename().string())) entries.push_back(entry);
    }
    if (entries.size() != 1 || !entries.front().is_directory(failure)) break;
    folder = entries.front().path().string();
  }
  return folder;
}

}  // namespace

std::string UnpackedFolder(const store::Home& home) { return home.path() + "/services/unpacked"; }

Result<std::string> UnpackPlace(const std::string& path, const std::string& base) {
  PAISQL_ASSIGN(const std::string digest, DigestOf(path));
  const std::string folder = base + "/" + digest;
  std::error_code failure;
  if (!fs::exists(folder, failure)) {
    PAISQL_TRY(MakeFolders(base));
    const std::string passing = base + "/.new-" + RandomHex(16);
    PAISQL_TRY(MakeFolders(passing));
    const Status unpacked = archive::UnpackArchive(path, passing);
    // Somebody else may have been faster.
    if (unpacked.ok()) fs::rename(passing, folder, failure);
    (void)RemoveTree(passing);
    if (!unpacked.ok()) {
      Error error = unpacked.error();
      error.code = ErrorCode::kModel;
      return error;
    }
  }
  // It is in use from now on.
  fs::last_write_time(folder, fs::file_time_type::clock::now(), failure);
  return PastSingleFolders(folder);
}

void SweepUnpacked(store::Catalog& catalog, const std::string& base) {
  const auto services = store::ServiceCatalog(catalog).List();
  if (!services.ok()) return;
  std::string served;
  for (const store::Service& service : *services) {
    for (const store::ServiceVersion& version : service.versions) {
      served += version.folder + "\n" + version.properties + "\n";
    }
  }
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(base, failure)) {
    std::error_code unknown;
    const auto age = fs::file_time_type::clock::now() - entry.last_write_time(unknown);
    const bool used = served.find(entry.path().filename().string()) != std::string::npos;
    if (!unknown && !used && age > kKept) (void)RemoveTree(entry.path().string());
  }
}

}  // namespace paisql::fleet
