#include "store/upkeep/file_check.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "base/files/files.h"
#include "base/text.h"
#include "store/files/at_once.h"
#include "store/files/block_sums.h"
#include "store/files/parquet_footer.h"
#include "store/upkeep/bucket_copy.h"

namespace paisql::store {
namespace {

// A file of so few blocks is read as a whole: that is quicker than to look what to read.
constexpr int64_t kSmallFileBlocks = 4;
// How much one thread reads before it checks whether to go on.
constexpr int64_t kBlocksInPiece = 32;
// How much it reads at once, into its own buffer: as much as the cache of a core holds.
constexpr int64_t kBlocksAtOnce = 8;
// What a bucket is asked for at once takes longer than its round trip, and so many threads wait for
// it: they have nothing else to do.
constexpr int64_t kBlocksFetchedAtOnce = 64;
constexpr int kFetchingThreads = 16;
// Less is done sooner than a thread is started.
constexpr size_t kTasksForThreads = 32;
constexpr size_t kPiecesForThreads = 4;
// A session that has read more files begins anew.
constexpr size_t kMaxKnownFiles = 200000;
constexpr size_t kFilesBetweenLooks = 512;

// The file is the same, and nobody has written to it.
bool IsUntouched(const struct stat& a, const struct stat& b) {
  return SameFile(a, b) && a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

Error NoMemory() {
  return Error{ErrorCode::kOutOfMemory,
               "while checking data files",
               {},
               "raise the limit of memory (ulimit -v), or SET paisql.threads to fewer"};
}

// A damage of the file, or an error in reading it.
struct Fault {
  std::string damage;
  std::optional<Error> error;
  DamageKind kind = DamageKind::kWrong;
  bool none() const { return damage.empty() && !error.has_value(); }
};

Fault CannotRead(const std::string& path, int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {"is missing", {}, DamageKind::kMissing};
    case EACCES:
    case EPERM:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return {"", FileError("read", path, error_number)};
    default:
      return {"cannot be read: " + std::generic_category().message(error_number),
              {},
              DamageKind::kUnreadable};
  }
}

Fault Judge(const struct stat& status, const DataFile& file) {
  if (!S_ISREG(status.st_mode)) return {"is damaged: it is not a file any more", {}};
  if (status.st_size != file.bytes) {
    return {"is damaged: it has " + std::to_string(status.st_size) + " bytes instead of " +
                std::to_string(file.bytes),
            {}};
  }
  return {};
}

// Holds bytes that begin with the block `first` to their sums.
Fault JudgeBlocks(const DataFile& file, int64_t first, std::string_view bytes) {
  for (int64_t i = first; !bytes.empty(); ++i) {
    const std::string_view block = bytes.substr(0, static_cast<size_t>(kSumBlockBytes));
    bytes.remove_prefix(block.size());
    const std::string_view sum =
        std::string_view(file.block_sums).substr(static_cast<size_t>(i) * kSumBytes, kSumBytes);
    if (BlockSum(block) == sum) continue;
    const int64_t at = i * kSumBlockBytes;
    return {"is damaged: among its bytes " + std::to_string(at) + " to " +
                std::to_string(at + static_cast<int64_t>(block.size()) - 1) +
                " are some that were not written",
            {}};
  }
  return {};
}

// Where the blocks of a file come from that its path does not have.
struct Source {
  WarehouseBucket* bucket = nullptr;  // null: from nowhere
  const std::stop_token* stop = nullptr;
};

// Fetches blocks of a copy that is not right. They are in the copy afterwards.
Fault FetchBlocks(const DataFile& file, int64_t first, int64_t size, std::string& buffer,
                  const Source& source) {
  const int64_t begin = first * kSumBlockBytes;
  const Result<bool> found =
      source.bucket->Read(file.path, file.bytes, begin, size, buffer.data(), *source.stop);
  if (!found.ok()) return {"", found.error()};
  if (!*found) {
    return {"is missing: the bucket has no object " + source.bucket->NameOf(file.path),
            {},
            DamageKind::kMissing};
  }
  Fault fault =
      JudgeBlocks(file, first, std::string_view(buffer).substr(0, static_cast<size_t>(size)));
  if (!fault.none()) return fault;
  Status kept = KeepRange(file, begin, size, buffer.data());
  return kept.ok() ? Fault() : Fault{"", std::move(kept).error()};
}

// Reads and judges the block `first` and as many of the next ones as the buffer takes.
Fault ReadBlocks(const Descriptor& opened, const DataFile& file, int64_t first, int64_t count,
                 std::string& buffer, const Source& source) {
  const int64_t begin = first * kSumBlockBytes;
  const int64_t size = std::min(count * kSumBlockBytes, file.bytes - begin);
  if (static_cast<int64_t>(buffer.size()) < size) buffer.resize(static_cast<size_t>(size));
  const int64_t read = ReadAt(opened, begin, buffer.data(), size);
  if (read < 0) return CannotRead(file.path, errno);
  if (read < size) return {"is damaged: it becomes shorter", {}};
  Fault fault =
      JudgeBlocks(file, first, std::string_view(buffer).substr(0, static_cast<size_t>(size)));
  if (fault.none() || source.bucket == nullptr) return fault;
  return FetchBlocks(file, first, size, buffer, source);
}

Fault Open(const DataFile& file, Descriptor& opened) {
  struct stat status {};
  opened = OpenRegularFile(file.path, &status);
  if (!opened.open() && errno != 0) return CannotRead(file.path, errno);
  return Judge(status, file);
}

void Want(const ByteRange& range, std::vector<bool>& blocks) {
  const auto first = static_cast<size_t>(range.begin / kSumBlockBytes);
  const auto end = static_cast<size_t>(BlockCount(range.end));
  for (size_t i = first; i < std::min(end, blocks.size()); ++i) blocks[i] = true;
}

}  // namespace

// One file of a check: the blocks to read, and the outcome.
struct FileCheck::Task {
  const FileRead* read = nullptr;
  const ColumnNumbers* columns = nullptr;  // null: everything
  Source source;
  std::optional<Known> known;  // nullopt: nothing is
  struct stat identity {};
  Fault fault;
  std::vector<bool> wanted;   // blocks that are to be read
  std::vector<bool> checked;  // that are right
  bool whole = false;         // what is wanted is all there is

  // Whether the file is there.
  void LookAt() {
    const DataFile& file = *read->file;
    if (source.bucket != nullptr) {
      if (Status made = MakeCopyPlace(file); !made.ok()) {
        fault.error = std::move(made).error();
        return;
      }
    }
    if (lstat(file.path.c_str(), &identity) != 0) {
      fault = CannotRead(file.path, errno);
      return;
    }
    fault = Judge(identity, file);
  }

  // Reads the footer and finds out which blocks are wanted.
  void Prepare(std::string& buffer) {
    const DataFile& file = *read->file;
    if (known.has_value() && !IsUntouched(known->identity, identity)) known.reset();
    if (IsKnown()) return;
    const int64_t count = BlockCount(file.bytes);
    if (file.block_sums.empty() && (source.bucket == nullptr || count == 0)) {
      whole = true;
      return;
    }
    if (file.block_sums.size() != static_cast<size_t>(count) * kSumBytes) {
      fault.damage = "cannot be checked: the catalog's list of its checksums is damaged";
      return;
    }
    checked = known.has_value() ? known->blocks : std::vector<bool>();
    checked.resize(static_cast<size_t>(count));
    wanted.assign(static_cast<size_t>(count), false);
    if (columns == nullptr || count <= kSmallFileBlocks) {
      whole = true;
    } else {
      ReadFooter(count, buffer);
    }
    if (whole) wanted.assign(static_cast<size_t>(count), true);
    for (size_t i = 0; i < wanted.size(); ++i) wanted[i] = wanted[i] && !checked[i];
  }

 private:
  bool IsKnown() const {
    if (!known.has_value()) return false;
    if (known->whole) return true;
    if (columns == nullptr) return false;
    return !known->blocks.empty() &&
           std::all_of(columns->begin(), columns->end(), [&](size_t column) {
             return column < known->columns.size() && known->columns[column];
           });
  }

  void ReadFooter(int64_t count, std::string& buffer) {
    const DataFile& file = *read->file;
    Descriptor opened;
    fault = Open(file, opened);
    if (!fault.none()) return;
    // From here to the file's end; the blocks in which that lies are judged.
    const auto read_from = [&](int64_t begin) {
      const int64_t first = begin / kSumBlockBytes;
      fault = ReadBlocks(opened, file, first, count - first, buffer, source);
      for (int64_t i = first; i < count; ++i) checked[static_cast<size_t>(i)] = fault.none();
      return std::string_view(buffer).substr(static_cast<size_t>(begin - first * kSumBlockBytes),
                                             static_cast<size_t>(file.bytes - begin));
    };
    const auto place = FindParquetFooter(read_from(file.bytes - kParquetTailBytes), file.bytes);
    if (!fault.none()) return;
    std::optional<ParquetFooter> footer;
    if (place.has_value()) {
      const std::string_view bytes = read_from(place->begin);
      if (!fault.none()) return;
      footer = ParseParquetFooter(bytes.substr(0, static_cast<size_t>(place->end - place->begin)),
                                  place->begin);
    }
    // These bytes are those that were written. What we cannot read of them the engine may.
    whole = !footer.has_value() || !WantColumns(*footer);
  }

  // False when the footer does not name all of the columns.
  bool WantColumns(const ParquetFooter& footer) {
    std::vector<bool> is_read(footer.columns.size(), false);
    for (const std::string& name : *read->columns) {
      const auto found =
          std::find_if(footer.columns.begin(), footer.columns.end(),
                       [&](const std::string& column) { return EqualsIgnoreCase(column, name); });
      if (found == footer.columns.end()) return false;
      is_read[static_cast<size_t>(found - footer.columns.begin())] = true;
    }
    for (const ParquetFooter::Chunk& chunk : footer.chunks) {
      if (is_read[chunk.column]) Want(chunk.bytes, wanted);
    }
    return true;
  }
};

// Neighbouring blocks of one file.
struct FileCheck::Piece {
  Task* task = nullptr;
  int64_t first = 0;
  int64_t count = 0;
  Fault fault;

  void Check(std::string& buffer) {
    const DataFile& file = *task->read->file;
    Descriptor opened;
    fault = Open(file, opened);
    const int64_t most = task->source.bucket == nullptr ? kBlocksAtOnce : kBlocksFetchedAtOnce;
    for (int64_t done = 0; done < count && fault.none(); done += most) {
      fault = ReadBlocks(opened, file, first + done, std::min(most, count - done), buffer,
                         task->source);
    }
  }

  static int64_t Most(const Task& task) {
    return task.source.bucket == nullptr ? kBlocksInPiece : kBlocksFetchedAtOnce;
  }
};

std::optional<FileDamage> LookAtFooter(const DataFile& file) {
  Descriptor opened;
  Fault fault = Open(file, opened);
  const auto damaged = [&file](std::string what) { return FileDamage{&file, std::move(what)}; };
  const auto told = [&]() -> FileDamage {
    if (fault.error.has_value()) return {&file, fault.error->detail, DamageKind::kUnreadable};
    return {&file, fault.damage, fault.kind};
  };
  if (!fault.none()) return told();
  const auto read = [&](int64_t begin, int64_t size) {
    std::string bytes(static_cast<size_t>(std::max<int64_t>(size, 0)), '\0');
    const int64_t count = begin < 0 ? 0 : ReadAt(opened, begin, bytes.data(), size);
    if (count < 0 && fault.none()) fault = CannotRead(file.path, errno);
    bytes.resize(static_cast<size_t>(std::max<int64_t>(count, 0)));
    return bytes;
  };
  const std::string tail = read(file.bytes - kParquetTailBytes, kParquetTailBytes);
  const std::string head = read(0, kParquetHeadBytes);
  if (!fault.none()) return told();
  const auto place = FindParquetFooter(tail, file.bytes);
  if (!place.has_value() || head != kParquetMagic) {
    return damaged("is damaged: it is not a Parquet file any more");
  }
  const std::string bytes = read(place->begin, place->end - place->begin);
  if (!fault.none()) return told();
  const auto footer = ParseParquetFooter(bytes, place->begin);
  if (!footer.has_value()) return damaged("is damaged: its footer cannot be read");
  if (footer->rows == file.rows) return std::nullopt;
  return damaged("is damaged: its footer counts " + std::to_string(footer->rows) +
                 " rows instead of " + std::to_string(file.rows));
}

FileCheck::FileCheck(int threads) { UseThreads(threads); }

void FileCheck::UseThreads(int threads) {
  if (threads <= 0) threads = static_cast<int>(std::thread::hardware_concurrency());
  threads_ = std::max(threads, 1);
}

void FileCheck::UseBucket(std::shared_ptr<WarehouseBucket> bucket) {
  const std::lock_guard lock(mutex_);
  bucket_ = std::move(bucket);
}

FileCheck::ColumnNumbers FileCheck::NumberColumns(const std::vector<std::string>& names) {
  ColumnNumbers numbers;
  for (const std::string& name : names) {
    numbers.push_back(columns_.emplace(ToLower(name), columns_.size()).first->second);
  }
  return numbers;
}

void FileCheck::Remember(const Task& task) {
  Known& known = known_[task.read->file->path];
  if (!IsUntouched(known.identity, task.identity)) known = Known();
  known.identity = task.identity;
  known.whole = known.whole || task.whole;
  if (known.whole) {
    known.blocks.clear();
    known.columns.clear();
    return;
  }
  known.blocks.resize(std::max(known.blocks.size(), task.checked.size()));
  for (size_t i = 0; i < task.checked.size(); ++i) {
    if (task.checked[i]) known.blocks[i] = true;
  }
  for (const size_t column : *task.columns) {
    if (known.columns.size() <= column) known.columns.resize(column + 1);
    known.columns[column] = true;
  }
}

Result<std::optional<FileDamage>> FileCheck::Check(const std::vector<FileRead>& reads,
                                                   const std::stop_token& stop, CheckDepth depth) {
  int threads = threads_;
  size_t tasks_for_threads = kTasksForThreads;
  size_t pieces_for_threads = kPiecesForThreads;
  std::optional<CopiesInUse> copies;
  std::unique_lock lock(mutex_);
  const std::shared_ptr<WarehouseBucket> bucket = bucket_;
  const auto is_copy = [&bucket](const FileRead& read) {
    return bucket != nullptr && bucket->HasPath(read.file->path);
  };
  if (std::any_of(reads.begin(), reads.end(), is_copy)) {
    copies.emplace(*bucket);
    depth = CheckDepth::kSums;  // they tell what has to be fetched
    threads = std::max(threads, kFetchingThreads);
    tasks_for_threads = pieces_for_threads = 2;
  }
  if (known_.size() > kMaxKnownFiles) known_.clear();
  const size_t known_before = known_.size();
  std::map<const std::vector<std::string>*, ColumnNumbers> numbers;
  std::vector<Task> tasks(reads.size());
  for (size_t i = 0; i < reads.size(); ++i) {
    tasks[i].read = &reads[i];
    if (is_copy(reads[i])) tasks[i].source = {bucket.get(), &stop};
    if (const std::vector<std::string>* names = reads[i].columns) {
      const auto [entry, is_new] = numbers.try_emplace(names);
      if (is_new) entry->second = NumberColumns(*names);
      tasks[i].columns = &entry->second;
    }
    const auto known = known_.find(reads[i].file->path);
    if (known != known_.end()) tasks[i].known = known->second;
  }
  lock.unlock();
  const auto so_many = [&](size_t count, size_t for_threads) {
    return count < for_threads ? size_t{1} : static_cast<size_t>(threads);
  };
  PAISQL_TRY(AtOnce(tasks.size(), so_many(tasks.size(), tasks_for_threads), stop, NoMemory(),
                    [&](size_t i, std::string& buffer) {
                      tasks[i].LookAt();
                      if (depth == CheckDepth::kSums && tasks[i].fault.none())
                        tasks[i].Prepare(buffer);
                    }));

  std::vector<Piece> pieces;
  for (Task& task : tasks) {
    const auto blocks = static_cast<int64_t>(task.wanted.size());
    for (int64_t i = 0; i < blocks; ++i) {
      if (!task.wanted[static_cast<size_t>(i)]) continue;
      task.checked[static_cast<size_t>(i)] = true;
      const bool goes_on = !pieces.empty() && pieces.back().task == &task &&
                           pieces.back().first + pieces.back().count == i &&
                           pieces.back().count < Piece::Most(task);
      if (goes_on) {
        ++pieces.back().count;
      } else {
        pieces.push_back({&task, i, 1, {}});
      }
    }
  }
  PAISQL_TRY(AtOnce(pieces.size(), so_many(pieces.size(), pieces_for_threads), stop, NoMemory(),
                    [&](size_t i, std::string& buffer) { pieces[i].Check(buffer); }));
  if (stop.stop_requested()) {
    return Error{ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
  }
  lock.lock();
  for (Piece& piece : pieces) {
    bytes_read_ += piece.count * kSumBlockBytes;
    if (piece.task->fault.none()) piece.task->fault = std::move(piece.fault);
  }
  for (Task& task : tasks) {
    // What was fetched has changed the copy.
    if (task.source.bucket != nullptr && task.fault.none()) task.LookAt();
    if (task.fault.error.has_value()) return *task.fault.error;
    if (!task.fault.damage.empty()) {
      return std::optional<FileDamage>({task.read->file, task.fault.damage, task.fault.kind});
    }
    if (depth == CheckDepth::kSums) Remember(task);
  }
  // A session that replaces rows again and again must not keep what it knew of each file.
  if (known_.size() / kFilesBetweenLooks != known_before / kFilesBetweenLooks) {
    std::erase_if(known_, [](const auto& one) { return access(one.first.c_str(), F_OK) != 0; });
  }
  return std::optional<FileDamage>();
}

}  // namespace paisql::store
