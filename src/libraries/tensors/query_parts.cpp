#include "libraries/tensors/query_parts.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "libraries/tensors/scan.h"

namespace paisql::tensors {

namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : value_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (value_ >= 0) close(value_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return value_; }

 private:
  const int value_;
};

// Whoever writes the list holds its lock.
bool IsWritten(const OpenFile& file) { return flock(file.get(), LOCK_SH | LOCK_NB) != 0; }

}  // namespace

QueryParts::QueryParts(std::string list, std::string table)
    : list_(std::move(list)),
      folder_(list_.substr(0, list_.rfind('/') + 1)),
      table_(std::move(table)) {}

void QueryParts::ReadMore() {
  const OpenFile file(list_);
  if (file.get() < 0)
    throw ReadError(false, "table " + table_ + ": the file " + list_ + " is gone");
  // Asked first: what is written before the lock goes is read below.
  const bool written = IsWritten(file);
  std::array<char, 4096> block;
  ssize_t count = 0;
  bool more = false;
  while ((count = pread(file.get(), block.data(), block.size(), read_)) > 0) {
    text_.append(block.data(), count);
    read_ += count;
    more = true;
  }
  if (!written && !more && text_.find('\n') == std::string::npos) {
    throw ReadError(false, "table " + table_ +
                               ": the session that computed the query has ended before its last "
                               "row; RERUN the job");
  }
}

std::vector<QueryParts::Part> QueryParts::Take() {
  std::vector<Part> parts;
  if (at_end_) return parts;
  ReadMore();
  size_t begin = 0;
  for (size_t end = 0; (end = text_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text_.substr(begin, end - begin);
    if (line == "end") {
      at_end_ = true;
      break;
    }
    if (line.starts_with("failed ")) {
      const auto words = nlohmann::json::parse(line.substr(7), nullptr, false);
      // Rows that came before are given first.
      if (!parts.empty()) break;
      throw ReadError(false, "table " + table_ + ": its query has failed: " +
                                 (words.is_string() ? words.get<std::string>() : line.substr(7)));
    }
    Part part;
    const auto number = std::from_chars(line.data(), line.data() + line.size(), part.rows);
    const size_t blank = number.ptr - line.data();
    const bool good = number.ec == std::errc() && part.rows > 0 && blank + 1 < line.size() &&
                      line[blank] == ' ' && line.find('/') == std::string::npos;
    if (!good) throw ReadError(true, "table " + table_ + ": " + list_ + " is not a list of parts");
    part.path = folder_ + line.substr(blank + 1);
    parts.push_back(std::move(part));
  }
  text_.erase(0, begin);
  return parts;
}

}  // namespace paisql::tensors
