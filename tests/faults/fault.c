// Preloaded into a program under test: counts its file calls below one folder, and lets the N-th of
// them fail, do half of its work, or kill the process. Environment:
//
//   PAISQL_FAULT_HOME     absolute path without links; only calls on paths in it count
//   PAISQL_FAULT_TALLY    a file that holds a struct Tally; all processes that inherit these
//                         variables count in it together, and it outlives them
//   PAISQL_FAULT_CALLS    classes of calls, joined by commas (kClassNames); without it, all
//   PAISQL_FAULT_FILES    patterns of fnmatch(3) for the path below the home, joined by ':'
//   PAISQL_FAULT_AT       N, counted from 1; without it calls are only counted
//   PAISQL_FAULT_DO       kill, short, or the name of an errno (kErrorNames)
//   PAISQL_FAULT_FOREVER  with any value: the calls after the N-th fail, too
//   PAISQL_FAULT_TRACE    a file to which a line is added for each counted call: number, class and
//                         path below the home; 0 is the number of a remark on the call after it,
//                         "from" where a rename begins, "all" of a sync of the whole file system
//
// "short" writes half of the bytes; the calls after it then fail with ENOSPC if they are to fail.
// A failing call does nothing. Calls are made by syscall(2), so a signal handler or a forked child
// may be the caller.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Class {
  kOpen,
  kWrite,
  kSync,
  kRename,
  kUnlink,
  kMkdir,
  kTruncate,
  kLock,
  kRead,
  kMap,
  kClasses,
};
static const char* const kClassNames[kClasses] = {"open",     "write", "sync", "rename", "unlink",
                                                  "mkdir", "truncate", "lock", "read",   "map"};

static const struct {
  const char* name;
  int number;
} kErrorNames[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO},     {"EACCES", EACCES}, {"EMFILE", EMFILE},
    {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}, {"ENOMEM", ENOMEM}, {"ENOLCK", ENOLCK},
    {"EROFS", EROFS},   {"EINTR", EINTR},
};

// The driver reads it by tests/faults/interposer.py.
struct Tally {
  uint64_t count;  // calls that fit
  uint64_t fired;  // calls that were made to fail
  char what[496];  // the first of those: class and path
};

enum Deed { kCount, kKill, kShort, kFail };

static struct {
  int ready;
  char home[PATH_MAX];
  size_t home_size;
  char files[1024];
  int classes;
  uint64_t at;
  enum Deed deed;
  int error;
  int forever;
  int trace;
  struct Tally* tally;
} plan;

static const char* Variable(const char* name) {
  const char* value = getenv(name);
  return value != NULL && *value != '\0' ? value : NULL;
}

static void Wrong(const char* what, const char* value) {
  fprintf(stderr, "fault.c: %s: %s\n", what, value);
  _exit(99);
}

static void ReadClasses(void) {
  const char* text = Variable("PAISQL_FAULT_CALLS");
  if (text == NULL) {
    plan.classes = (1 << kClasses) - 1;
    return;
  }
  char copy[256];
  snprintf(copy, sizeof copy, "%s", text);
  char* rest = NULL;
  for (char* name = strtok_r(copy, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
    int found = 0;
    for (int i = 0; i < kClasses; ++i) {
      if (strcmp(name, kClassNames[i]) != 0) continue;
      plan.classes |= 1 << i;
      found = 1;
    }
    if (!found) Wrong("no such class of calls", name);
  }
}

static void ReadDeed(void) {
  const char* at = Variable("PAISQL_FAULT_AT");
  if (at == NULL) return;
  plan.at = strtoull(at, NULL, 10);
  const char* deed = Variable("PAISQL_FAULT_DO");
  if (deed == NULL) Wrong("missing", "PAISQL_FAULT_DO");
  plan.deed = kFail;
  plan.error = 0;
  if (strcmp(deed, "kill") == 0) plan.deed = kKill;
  if (strcmp(deed, "short") == 0) plan.deed = kShort;
  if (plan.deed == kShort) plan.error = ENOSPC;
  for (size_t i = 0; i < sizeof kErrorNames / sizeof *kErrorNames; ++i) {
    if (strcmp(deed, kErrorNames[i].name) == 0) plan.error = kErrorNames[i].number;
  }
  if (plan.deed == kFail && plan.error == 0) Wrong("nothing to do of that name", deed);
  plan.forever = Variable("PAISQL_FAULT_FOREVER") != NULL;
}

__attribute__((constructor)) static void ReadPlan(void) {
  const char* home = Variable("PAISQL_FAULT_HOME");
  const char* tally = Variable("PAISQL_FAULT_TALLY");
  if (home == NULL || tally == NULL) return;
  plan.home_size = (size_t)snprintf(plan.home, sizeof plan.home, "%s", home);
  const char* files = Variable("PAISQL_FAULT_FILES");
  snprintf(plan.files, sizeof plan.files, "%s", files != NULL ? files : "*");
  ReadClasses();
  ReadDeed();
  plan.trace = -1;
  const char* trace = Variable("PAISQL_FAULT_TRACE");
  if (trace != NULL) {
    const int opened =
        (int)syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // Out of the way of the numbers that the program gives to its own files.
    plan.trace = (int)syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 200L);
    syscall(SYS_close, opened);
  }
  const int file = (int)syscall(SYS_openat, AT_FDCWD, tally, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) Wrong("cannot open the tally", tally);
  plan.tally = mmap(NULL, sizeof *plan.tally, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (plan.tally == MAP_FAILED) Wrong("cannot map the tally", tally);
  plan.ready = 1;
}

static int FitsPatterns(const char* path) {
  char copy[sizeof plan.files];
  memcpy(copy, plan.files, sizeof copy);
  char* rest = NULL;
  for (char* one = strtok_r(copy, ":", &rest); one != NULL; one = strtok_r(NULL, ":", &rest)) {
    if (fnmatch(one, path, 0) == 0) return 1;
  }
  return 0;
}

static void Note(uint64_t number, const char* what, const char* path) {
  if (!plan.ready || plan.trace < 0) return;
  char line[PATH_MAX + 64];
  const int size =
      snprintf(line, sizeof line, "%llu %s %s\n", (unsigned long long)number, what, path);
  if (size > 0) syscall(SYS_write, plan.trace, line, (size_t)size);
}

// What is to happen to this call: kCount lets it be.
static enum Deed Meet(enum Class class, const char* path) {
  if (!plan.ready || (plan.classes & (1 << class)) == 0) return kCount;
  if (strncmp(path, plan.home, plan.home_size) != 0) return kCount;
  path += plan.home_size;
  if (*path == '/') {
    ++path;
  } else if (*path != '\0') {
    return kCount;
  }
  if (!FitsPatterns(path)) return kCount;
  const uint64_t number = __atomic_add_fetch(&plan.tally->count, 1, __ATOMIC_SEQ_CST);
  Note(number, kClassNames[class], path);
  if (plan.deed == kCount || number < plan.at || (number > plan.at && !plan.forever)) return kCount;
  if (__atomic_fetch_add(&plan.tally->fired, 1, __ATOMIC_SEQ_CST) == 0) {
    snprintf(plan.tally->what, sizeof plan.tally->what, "%s %s", kClassNames[class], path);
  }
  if (plan.deed == kKill) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  }
  if (plan.deed == kShort && (class != kWrite || number > plan.at)) {
    // A rename cannot happen by half; after the short write the disk is full.
    if (class != kWrite) return kCount;
    errno = plan.error;
    return kFail;
  }
  if (plan.deed == kFail) errno = plan.error;
  return plan.deed;
}

static enum Deed MeetFile(enum Class class, int file) {
  if (!plan.ready || (plan.classes & (1 << class)) == 0) return kCount;
  char name[64];
  char path[PATH_MAX];
  const int before = errno;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const long size = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
  errno = before;
  if (size <= 0) return kCount;
  path[size] = '\0';
  return Meet(class, path);
}

static enum Deed MeetPath(enum Class class, int folder, const char* path) {
  if (!plan.ready || path == NULL) return kCount;
  if (path[0] == '/') return Meet(class, path);
  char name[64];
  char whole[2 * PATH_MAX];
  const int before = errno;
  if (folder == AT_FDCWD) {
    snprintf(name, sizeof name, "/proc/self/cwd");
  } else {
    snprintf(name, sizeof name, "/proc/self/fd/%d", folder);
  }
  const long size = syscall(SYS_readlinkat, AT_FDCWD, name, whole, PATH_MAX - 1);
  errno = before;
  if (size <= 0) return kCount;
  snprintf(whole + size, PATH_MAX, "/%s", path);
  return Meet(class, whole);
}

#define FAILS(meeting) ((meeting) == kFail)

static int OpenAt(int folder, const char* path, int flags, mode_t mode) {
  if (FAILS(MeetPath(kOpen, folder, path))) return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_OF(flags, mode)                               \
  mode_t mode = 0;                                         \
  if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list list;                                          \
    va_start(list, flags);                                 \
    mode = va_arg(list, mode_t);                           \
    va_end(list);                                          \
  }

int open(const char* path, int flags, ...) {
  MODE_OF(flags, mode)
  return OpenAt(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MODE_OF(flags, mode)
  return OpenAt(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  MODE_OF(flags, mode)
  return OpenAt(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  MODE_OF(flags, mode)
  return OpenAt(folder, path, flags, mode);
}
int __open_2(const char* path, int flags) { return OpenAt(AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return OpenAt(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char* path, int flags) { return OpenAt(folder, path, flags, 0); }
int __openat64_2(int folder, const char* path, int flags) { return OpenAt(folder, path, flags, 0); }
int creat(const char* path, mode_t mode) {
  return OpenAt(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char* path, mode_t mode) {
  return OpenAt(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

typedef FILE* (*OpenStream)(const char*, const char*);
static FILE* Stream(const char* symbol, const char* path, const char* mode) {
  if (FAILS(MeetPath(kOpen, AT_FDCWD, path))) return NULL;
  OpenStream real = NULL;
  *(void**)&real = dlsym(RTLD_NEXT, symbol);
  return real(path, mode);
}
FILE* fopen(const char* path, const char* mode) { return Stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return Stream("fopen64", path, mode); }

// One write of any kind: how many bytes it may take, 0 when it fails. A write of one byte has no half.
static size_t Allowed(int file, size_t size) {
  switch (MeetFile(kWrite, file)) {
    case kFail:
      return 0;
    case kShort:
      return size > 1 ? size / 2 : size;
    default:
      return size;
  }
}

ssize_t write(int file, const void* bytes, size_t size) {
  const size_t allowed = Allowed(file, size);
  if (allowed == 0 && size > 0) return -1;
  return syscall(SYS_write, file, bytes, allowed);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  const size_t allowed = Allowed(file, size);
  if (allowed == 0 && size > 0) return -1;
  return syscall(SYS_pwrite64, file, bytes, allowed, at);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  return pwrite(file, bytes, size, at);
}
// Half of a vector is its first part.
ssize_t writev(int file, const struct iovec* parts, int count) {
  const size_t allowed = Allowed(file, (size_t)count);
  if (allowed == 0 && count > 0) return -1;
  return syscall(SYS_writev, file, parts, (int)allowed);
}
ssize_t pwritev(int file, const struct iovec* parts, int count, off_t at) {
  const size_t allowed = Allowed(file, (size_t)count);
  if (allowed == 0 && count > 0) return -1;
  return syscall(SYS_pwritev, file, parts, (int)allowed, at, 0L);
}
ssize_t pwritev64(int file, const struct iovec* parts, int count, off64_t at) {
  return pwritev(file, parts, count, at);
}
ssize_t copy_file_range(int from, off64_t* from_at, int to, off64_t* to_at, size_t size,
                        unsigned flags) {
  const size_t allowed = Allowed(to, size);
  if (allowed == 0 && size > 0) return -1;
  return syscall(SYS_copy_file_range, from, from_at, to, to_at, allowed, flags);
}
ssize_t sendfile(int to, int from, off_t* at, size_t size) {
  const size_t allowed = Allowed(to, size);
  if (allowed == 0 && size > 0) return -1;
  return syscall(SYS_sendfile, to, from, at, allowed);
}
ssize_t sendfile64(int to, int from, off64_t* at, size_t size) { return sendfile(to, from, at, size); }

ssize_t read(int file, void* bytes, size_t size) {
  if (FAILS(MeetFile(kRead, file))) return -1;
  return syscall(SYS_read, file, bytes, size);
}
ssize_t pread(int file, void* bytes, size_t size, off_t at) {
  if (FAILS(MeetFile(kRead, file))) return -1;
  return syscall(SYS_pread64, file, bytes, size, at);
}
ssize_t pread64(int file, void* bytes, size_t size, off64_t at) { return pread(file, bytes, size, at); }
ssize_t readv(int file, const struct iovec* parts, int count) {
  if (FAILS(MeetFile(kRead, file))) return -1;
  return syscall(SYS_readv, file, parts, count);
}

int fsync(int file) {
  if (FAILS(MeetFile(kSync, file))) return -1;
  return (int)syscall(SYS_fsync, file);
}
int fdatasync(int file) {
  if (FAILS(MeetFile(kSync, file))) return -1;
  return (int)syscall(SYS_fdatasync, file);
}
int syncfs(int file) {
  Note(0, "all", "");
  if (FAILS(MeetFile(kSync, file))) return -1;
  return (int)syscall(SYS_syncfs, file);
}
int sync_file_range(int file, off64_t from, off64_t size, unsigned flags) {
  if (FAILS(MeetFile(kSync, file))) return -1;
  return (int)syscall(SYS_sync_file_range, file, from, size, flags);
}

// A rename counts by its target.
static int RenameAt(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  Note(0, "from", from);
  if (FAILS(MeetPath(kRename, to_folder, to))) return -1;
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}
int rename(const char* from, const char* to) { return RenameAt(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  return RenameAt(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  return RenameAt(from_folder, from, to_folder, to, flags);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (FAILS(MeetPath(kRename, to_folder, to))) return -1;
  return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int link(const char* from, const char* to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
int symlinkat(const char* from, int folder, const char* to) {
  if (FAILS(MeetPath(kRename, folder, to))) return -1;
  return (int)syscall(SYS_symlinkat, from, folder, to);
}
int symlink(const char* from, const char* to) { return symlinkat(from, AT_FDCWD, to); }

int unlinkat(int folder, const char* path, int flags) {
  if (FAILS(MeetPath(kUnlink, folder, path))) return -1;
  return (int)syscall(SYS_unlinkat, folder, path, flags);
}
int unlink(const char* path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char* path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) {
  if (FAILS(MeetPath(kUnlink, AT_FDCWD, path))) return -1;
  if (syscall(SYS_unlinkat, AT_FDCWD, path, 0) == 0) return 0;
  return errno == EISDIR ? (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR) : -1;
}

int mkdirat(int folder, const char* path, mode_t mode) {
  if (FAILS(MeetPath(kMkdir, folder, path))) return -1;
  return (int)syscall(SYS_mkdirat, folder, path, mode);
}
int mkdir(const char* path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int ftruncate(int file, off_t size) {
  if (FAILS(MeetFile(kTruncate, file))) return -1;
  return (int)syscall(SYS_ftruncate, file, size);
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int truncate(const char* path, off_t size) {
  if (FAILS(MeetPath(kTruncate, AT_FDCWD, path))) return -1;
  return (int)syscall(SYS_truncate, path, size);
}
int truncate64(const char* path, off64_t size) { return truncate(path, size); }
int fallocate(int file, int mode, off_t at, off_t size) {
  if (FAILS(MeetFile(kTruncate, file))) return -1;
  return (int)syscall(SYS_fallocate, file, mode, at, size);
}
int fallocate64(int file, int mode, off64_t at, off64_t size) {
  return fallocate(file, mode, at, size);
}
// It returns its error instead of setting errno.
int posix_fallocate(int file, off_t at, off_t size) {
  return fallocate(file, 0, at, size) == 0 ? 0 : errno;
}
int posix_fallocate64(int file, off64_t at, off64_t size) { return posix_fallocate(file, at, size); }

int flock(int file, int operation) {
  if ((operation & LOCK_UN) == 0 && FAILS(MeetFile(kLock, file))) return -1;
  return (int)syscall(SYS_flock, file, operation);
}
static int Control(int file, int command, void* argument) {
  const int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
                    command == F_OFD_SETLKW;
  if (locks && ((struct flock*)argument)->l_type != F_UNLCK && FAILS(MeetFile(kLock, file))) return -1;
  return (int)syscall(SYS_fcntl, file, command, argument);
}
#define CONTROL(name)                       \
  int name(int file, int command, ...) {    \
    va_list list;                           \
    va_start(list, command);                \
    void* argument = va_arg(list, void*);   \
    va_end(list);                           \
    return Control(file, command, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

static void* Map(void* at, size_t size, int protection, int flags, int file, off_t from) {
  if ((flags & MAP_ANONYMOUS) == 0 && FAILS(MeetFile(kMap, file))) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, at, size, protection, flags, file, from);
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t from) {
  return Map(at, size, protection, flags, file, from);
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t from) {
  return Map(at, size, protection, flags, file, from);
}

// The program loads the engine so that the engine finds its own symbols first, and then the C
// library's, past us.
void* dlopen(const char* path, int flags) {
  void* (*real)(const char*, int) = NULL;
  *(void**)&real = dlsym(RTLD_NEXT, "dlopen");
  return real(path, flags & ~RTLD_DEEPBIND);
}
