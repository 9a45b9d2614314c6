#include "tunnel/upload/blocks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/files/files.h"

namespace paisql::tunnel {

namespace {

constexpr int64_t kBytesOfMb = 1 << 20;
constexpr size_t kSearchedBytes = 64UL << 10;

// The place after the first delimiter at `from` or later; nullopt when there is none before `end`.
Result<std::optional<int64_t>> RecordAfter(const Descriptor& file, const InputFile& input,
                                           const std::string& delimiter, int64_t from,
                                           int64_t end) {
  std::string text;
  int64_t begin = from;
  while (begin + static_cast<int64_t>(text.size()) < end) {
    const size_t had = text.size();
    text.resize(had + kSearchedBytes);
    ssize_t got;
    do {
      got = pread(file.get(), text.data() + had, kSearchedBytes,
                  static_cast<off_t>(begin) + static_cast<off_t>(had));
    } while (got < 0 && errno == EINTR);
    if (got < 0) return FileError("read", input.name, errno);
    text.resize(had + static_cast<size_t>(got));
    const size_t found = text.find(delimiter);
    if (found != std::string::npos) {
      const int64_t place = begin + static_cast<int64_t>(found + delimiter.size());
      return place < end ? std::optional<int64_t>(place) : std::nullopt;
    }
    if (got == 0) break;
    // The end may be the first part of a delimiter.
    const size_t kept = std::min(text.size(), delimiter.size() - 1);
    begin += static_cast<int64_t>(text.size() - kept);
    text.erase(0, text.size() - kept);
  }
  return std::optional<int64_t>();
}

}  // namespace

Result<std::string> FileState(const InputFile& file) {
  struct stat info {};
  if (stat(file.path.c_str(), &info) != 0) return FileError("read", file.name, errno);
  return fmt::format("{} {} {} {}.{}", info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

Result<std::vector<Block>> PlanBlocks(const std::vector<UploadFile>& files,
                                      const TunnelOptions& options) {
  const std::string delimiter = options.record_delimiter.empty() ? "\n" : options.record_delimiter;
  std::vector<Block> blocks;
  for (size_t i = 0; i < files.size(); ++i) {
    const UploadFile& one = files[i];
    blocks.push_back({i, {one.begin, std::nullopt, one.first_line}});
    if (one.reader != nullptr) continue;
    const Descriptor file(open(one.input.path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
    struct stat info {};
    if (!file.open() || fstat(file.get(), &info) != 0) {
      return FileError("read", one.input.name, errno);
    }
    const int64_t end = info.st_size;
    const int64_t wanted = options.block_mb * kBytesOfMb;
    const int64_t count = (end - one.begin + wanted - 1) / wanted;
    for (int64_t k = 1; k < count; ++k) {
      const int64_t from = one.begin + (end - one.begin) / count * k;
      // One byte earlier: a record may begin at the very place.
      PAISQL_ASSIGN(const std::optional<int64_t> place,
                    RecordAfter(file, one.input, delimiter, from - 1, end));
      if (!place.has_value()) break;
      if (*place <= blocks.back().range.begin) continue;
      blocks.back().range.end = place;
      blocks.push_back({i, {*place, std::nullopt, one.first_line}});
    }
  }
  return blocks;
}

}  // namespace paisql::tunnel
