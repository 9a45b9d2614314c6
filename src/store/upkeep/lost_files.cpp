// <home>/damaged/lost.tsv: its lines, and how they are read.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <unordered_set>

#include "base/files/files.h"
#include "base/hex.h"
#include "base/text.h"
#include "store/files/block_sums.h"
#include "store/files/clock.h"
#include "store/files/files.h"
#include "store/home/home_paths.h"
#include "store/upkeep/set_aside.h"

namespace paisql::store {
namespace {

constexpr std::string_view kLost = "lost";
constexpr std::string_view kListed = "listed";
constexpr size_t kCells = 14;

std::string ListPath(const Home& home) { return home.path() + "/damaged/lost.tsv"; }

bool IsControl(char c) { return static_cast<unsigned char>(c) < ' '; }

// Text for people, which must not end the cell.
std::string Cell(std::string text) {
  std::replace_if(text.begin(), text.end(), IsControl, '?');
  return text;
}

bool ReadHex(std::string_view text, std::string* bytes) {
  if (text.size() % 2 != 0) return false;
  for (size_t i = 0; i < text.size(); i += 2) {
    unsigned byte = 0;
    const auto read = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
    if (read.ec != std::errc() || read.ptr != text.data() + i + 2) return false;
    *bytes += static_cast<char>(byte);
  }
  return true;
}

bool ReadNumber(const std::string& text, int64_t* number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), *number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

// False when no version of this program wrote the line.
bool ReadLine(const Home& home, std::string_view line, SetAsideEvent* event, SetAsideFile* file) {
  const std::vector<std::string> cells = Split(line, '\t');
  if (cells.size() != kCells || (cells[1] != kLost && cells[1] != kListed)) return false;
  *event = cells[1] == kLost ? SetAsideEvent::kLost : SetAsideEvent::kListed;
  file->object = cells[2];
  file->path = cells[3];
  file->what = cells[6];
  file->kept = cells[7];
  int64_t version = 0;
  const std::array<std::pair<size_t, int64_t*>, 6> numbers = {{{4, &file->file.rows},
                                                               {5, &file->file.bytes},
                                                               {8, &file->table_id},
                                                               {9, &file->file.partition_id},
                                                               {10, &version},
                                                               {11, &file->table_modified_ms}}};
  for (const auto& [cell, number] : numbers) {
    if (!ReadNumber(cells[cell], number)) return false;
  }
  file->file.path = home.path() + "/" + file->path;
  file->file.schema_version = static_cast<int>(version);
  return ReadHex(cells[12], &file->file.block_sums) && cells[13] == "." &&
         StaysBelow(file->path, "warehouse");
}

Result<std::string> ReadList(const Home& home) {
  struct stat status {};
  const std::string path = ListPath(home);
  const Descriptor file = OpenRegularFile(path, &status);
  if (!file.open()) {
    if (errno == ENOENT || errno == ENOTDIR) return std::string();
    return FileError("read", path, errno == 0 ? EINVAL : errno);
  }
  std::string text(static_cast<size_t>(status.st_size), '\0');
  const int64_t size = ReadAt(file, 0, text.data(), status.st_size);
  if (size < 0) return FileError("read", path, errno);
  text.resize(static_cast<size_t>(size));
  return text;
}

}  // namespace

bool CanBeNoted(const std::string& path) {
  return std::none_of(path.begin(), path.end(), IsControl);
}

Result<std::vector<SetAsideFile>> ReadSetAside(const Home& home) {
  PAISQL_ASSIGN(const std::string text, ReadList(home));
  // The last line about a path counts.
  std::map<std::string, SetAsideFile> files;
  for (const std::string& line : Split(text, '\n')) {
    SetAsideEvent event = SetAsideEvent::kLost;
    SetAsideFile file;
    if (!ReadLine(home, line, &event, &file)) continue;
    if (event == SetAsideEvent::kLost) {
      files[file.path] = std::move(file);
    } else {
      files.erase(file.path);
    }
  }
  std::vector<SetAsideFile> list;
  for (auto& [path, file] : files) list.push_back(std::move(file));
  return list;
}

Status LeaveOutSetAside(const Home& home, std::vector<std::string>& paths) {
  if (paths.empty()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<SetAsideFile> files, ReadSetAside(home));
  std::unordered_set<std::string> named;
  for (const SetAsideFile& file : files) named.insert(file.file.path);
  std::erase_if(paths, [&](const std::string& path) { return named.contains(path); });
  return Status::Ok();
}

Status NoteSetAside(const Home& home, SetAsideEvent event, const SetAsideFile& file) {
  const std::string path = ListPath(home);
  PAISQL_TRY(MakeFolders(ParentFolder(path)));
  const Descriptor list(
      open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  struct stat status {};
  if (!list.open() || fstat(list.get(), &status) != 0) return FileError("write", path, errno);
  std::string line;
  // A process that died while writing left a piece of a line.
  char last = '\n';
  if (status.st_size > 0 && ReadAt(list, status.st_size - 1, &last, 1) == 1 && last != '\n') {
    line += '\n';
  }
  const std::array<std::string, kCells> cells = {
      std::to_string(NowMs()),
      std::string(event == SetAsideEvent::kLost ? kLost : kListed),
      Cell(file.object),
      file.path,
      std::to_string(file.file.rows),
      std::to_string(file.file.bytes),
      Cell(file.what),
      file.kept,
      std::to_string(file.table_id),
      std::to_string(file.file.partition_id),
      std::to_string(file.file.schema_version),
      std::to_string(file.table_modified_ms),
      ToHex(file.file.block_sums),
      "."};
  for (size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : "\t") + cells[i];
  line += '\n';
  if (!WriteAll(list.get(), line)) return FileError("write", path, errno);
  if (fsync(list.get()) != 0) return FileError("write", path, errno);
  return Sync({ParentFolder(path)});
}

}  // namespace paisql::store
