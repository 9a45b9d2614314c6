#pragma once

// SQLite's file calls on a disk that fails when a test says so: the default VFS with one call in
// front of it. Databases that are opened while one of these lives use it.

#include <sqlite3.h>

#include <cstring>
#include <functional>
#include <string>

namespace paisql::store {

class FailingDisk {
 public:
  enum class Call { kWrite, kSync };
  // Asked before each such call for the write-ahead log; true lets the call fail.
  explicit FailingDisk(std::function<bool(Call)> fails) : fails_(std::move(fails)) {
    current_ = this;
    real_ = sqlite3_vfs_find(nullptr);
    shim_ = *real_;
    shim_.zName = "failing";
    shim_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    shim_.xOpen = &Open;
    sqlite3_vfs_register(&shim_, 1);
  }
  ~FailingDisk() {
    sqlite3_vfs_unregister(&shim_);
    sqlite3_vfs_register(real_, 1);
    current_ = nullptr;
  }
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

 private:
  // SQLite gives szOsFile bytes; the real file follows ours.
  struct File {
    sqlite3_file base;
    sqlite3_io_methods methods;
    bool is_log;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static File* Of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }
  static sqlite3_file* Real(sqlite3_file* file) { return Of(file)->real(); }

  static int Open(sqlite3_vfs* /*vfs*/, sqlite3_filename name, sqlite3_file* file, int flags,
                  int* out_flags) {
    File* ours = Of(file);
    sqlite3_file* real = ours->real();
    const int code = current_->real_->xOpen(current_->real_, name, real, flags, out_flags);
    ours->base.pMethods = nullptr;
    if (real->pMethods == nullptr) return code;
    ours->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    ours->methods = *real->pMethods;
    Forward(ours->methods);
    ours->base.pMethods = &ours->methods;
    return code;
  }

  static void Forward(sqlite3_io_methods& m) {
    m.xClose = [](sqlite3_file* f) { return Real(f)->pMethods->xClose(Real(f)); };
    m.xRead = [](sqlite3_file* f, void* to, int bytes, sqlite3_int64 at) {
      return Real(f)->pMethods->xRead(Real(f), to, bytes, at);
    };
    m.xWrite = [](sqlite3_file* f, const void* from, int bytes, sqlite3_int64 at) {
      if (Of(f)->is_log && current_->fails_(Call::kWrite)) return int{SQLITE_FULL};
      return Real(f)->pMethods->xWrite(Real(f), from, bytes, at);
    };
    m.xTruncate = [](sqlite3_file* f, sqlite3_int64 bytes) {
      return Real(f)->pMethods->xTruncate(Real(f), bytes);
    };
    m.xSync = [](sqlite3_file* f, int flags) {
      if (Of(f)->is_log && current_->fails_(Call::kSync)) return int{SQLITE_IOERR_FSYNC};
      return Real(f)->pMethods->xSync(Real(f), flags);
    };
    m.xFileSize = [](sqlite3_file* f, sqlite3_int64* bytes) {
      return Real(f)->pMethods->xFileSize(Real(f), bytes);
    };
    m.xLock = [](sqlite3_file* f, int lock) { return Real(f)->pMethods->xLock(Real(f), lock); };
    m.xUnlock = [](sqlite3_file* f, int lock) { return Real(f)->pMethods->xUnlock(Real(f), lock); };
    m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
      return Real(f)->pMethods->xCheckReservedLock(Real(f), out);
    };
    m.xFileControl = [](sqlite3_file* f, int op, void* argument) {
      return Real(f)->pMethods->xFileControl(Real(f), op, argument);
    };
    m.xSectorSize = [](sqlite3_file* f) { return Real(f)->pMethods->xSectorSize(Real(f)); };
    m.xDeviceCharacteristics = [](sqlite3_file* f) {
      return Real(f)->pMethods->xDeviceCharacteristics(Real(f));
    };
    m.xShmMap = [](sqlite3_file* f, int page, int bytes, int extend, void volatile** out) {
      return Real(f)->pMethods->xShmMap(Real(f), page, bytes, extend, out);
    };
    m.xShmLock = [](sqlite3_file* f, int offset, int n, int flags) {
      return Real(f)->pMethods->xShmLock(Real(f), offset, n, flags);
    };
    m.xShmBarrier = [](sqlite3_file* f) { Real(f)->pMethods->xShmBarrier(Real(f)); };
    m.xShmUnmap = [](sqlite3_file* f, int remove) {
      return Real(f)->pMethods->xShmUnmap(Real(f), remove);
    };
    m.xFetch = [](sqlite3_file* f, sqlite3_int64 at, int bytes, void** out) {
      return Real(f)->pMethods->xFetch(Real(f), at, bytes, out);
    };
    m.xUnfetch = [](sqlite3_file* f, sqlite3_int64 at, void* page) {
      return Real(f)->pMethods->xUnfetch(Real(f), at, page);
    };
  }

  static inline FailingDisk* current_ = nullptr;
  std::function<bool(Call)> fails_;
  sqlite3_vfs* real_ = nullptr;
  sqlite3_vfs shim_{};
};

}  // namespace paisql::store
