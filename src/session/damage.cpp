#include "session/damage.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace paisql::session {

namespace {

constexpr std::string_view kMagic = "PAR1";  // at both ends of a Parquet file

bool HasMagicAt(std::ifstream& file, std::ios::seekdir end, std::streamoff offset) {
  std::array<char, kMagic.size()> bytes{};
  file.seekg(offset, end);
  file.read(bytes.data(), bytes.size());
  return file && std::equal(bytes.begin(), bytes.end(), kMagic.begin());
}

// What is wrong with the file, "" when nothing can be seen.
std::string Damage(const store::DataFile& file) {
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(file.path, failure);
  if (failure == std::errc::no_such_file_or_directory) return "is missing";
  if (failure) return "cannot be read: " + failure.message();
  if (bytes != static_cast<std::uintmax_t>(file.bytes)) {
    return "is damaged: it has " + std::to_string(bytes) + " bytes instead of " +
           std::to_string(file.bytes);
  }
  std::ifstream content(file.path, std::ios::binary);
  if (!content) return "cannot be opened";
  const auto length = static_cast<std::streamoff>(kMagic.size());
  if (HasMagicAt(content, std::ios::beg, 0) && HasMagicAt(content, std::ios::end, -length)) {
    return "";
  }
  return "is damaged: it is no Parquet file any more";
}

}  // namespace

Error NameDamagedFile(plan::Relation& root, Error error) {
  // Ctrl-C and a full disk explain themselves.
  if (error.code == ErrorCode::kInstanceCancelled || error.code == ErrorCode::kEnvironment) {
    return error;
  }
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    for (const store::DataFile& file : scan->files.files) {
      const std::string damage = Damage(file);
      if (damage.empty()) continue;
      return Error{ErrorCode::kIo,
                   "the data file " + file.path + " of table " + scan->table.project + "." +
                       scan->table.name + " " + damage,
                   scan->range,
                   "put the file back from a copy of the home, or give up its rows with INSERT "
                   "OVERWRITE, TRUNCATE or DROP"};
    }
  }
  return error;
}

}  // namespace paisql::session
