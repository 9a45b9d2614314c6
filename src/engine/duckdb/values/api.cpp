#include "engine/duckdb/values/api.h"

#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <mutex>
#include <string_view>

namespace paisql::engine {
namespace {

// Lazy: binding the library's own calls up front costs 6 ms of every start, and what we call
// ourselves is looked up here anyway. Deep: the library looks its own symbols up in itself first,
// instead of in the program and all of its libraries, which costs another 7 ms. The sanitizers
// refuse that.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
constexpr int kOpenFlags = RTLD_LAZY | RTLD_LOCAL;
#else
constexpr int kOpenFlags = RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

constexpr char kCure[] = "run scripts/setup, which fetches it";

// The library is one for the whole process, and so is this table; it never changes once it is
// filled.
std::once_flag loaded_once;
DuckdbApi loaded_api;

// A library that is there fails to load because of the limits of this process.
Error LoadError(const std::string& path) {
  const char* message = dlerror();
  const std::string why = message != nullptr ? message : "the reason is not known";
  const bool there = access(path.c_str(), R_OK) == 0;
  return Error{
      ErrorCode::kEnvironment,
      "the library " + path + " cannot be loaded: " + why,
      {},
      there ? "allow the program more memory (ulimit -v) and open files (ulimit -n)" : kCure};
}

Error LibraryError(std::string detail) {
  return Error{ErrorCode::kEnvironment, std::move(detail), {}, kCure};
}

// The addresses that the library and its start need. With less, memory runs out at places where the
// library ends the process instead of reporting an error, in some runs and not in others.
constexpr uint64_t kAddressesNeeded = uint64_t{240} << 20;

Status CheckAddressSpace() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return Status::Ok();
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const uint64_t used = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (limit.rlim_cur >= used + kAddressesNeeded) return Status::Ok();
  constexpr uint64_t kMegabyte = uint64_t{1} << 20;
  return Error{ErrorCode::kEnvironment,
               "the system allows this program " + std::to_string(limit.rlim_cur / kMegabyte) +
                   " MB of address space, and the SQL engine needs " +
                   std::to_string((used + kAddressesNeeded) / kMegabyte + 1),
               {},
               "allow the program more memory (ulimit -v)"};
}

}  // namespace

Result<const DuckdbApi*> LoadApi(const std::string& library_path) {
  PAISQL_TRY(CheckAddressSpace());
  void* library = dlopen(library_path.c_str(), kOpenFlags);
  if (library == nullptr) {
    return LoadError(library_path);
  }
  DuckdbApi api;
#define PAISQL_DUCKDB_RESOLVE(name)                                                         \
  api.name = reinterpret_cast<decltype(&::duckdb_##name)>(dlsym(library, "duckdb_" #name)); \
  if (api.name == nullptr) {                                                                \
    return LibraryError("the engine's library " + library_path + " lacks a function");      \
  }
  PAISQL_DUCKDB_FUNCTIONS(PAISQL_DUCKDB_RESOLVE)
#undef PAISQL_DUCKDB_RESOLVE
  const std::string_view version = api.library_version();
  if (version != kDuckdbVersion) {
    return LibraryError("the engine's library " + library_path + " is of version " +
                        std::string(version) + ", but this program was built for " +
                        kDuckdbVersion);
  }
  std::call_once(loaded_once, [&] { loaded_api = api; });
  return &LoadedApi();
}

const DuckdbApi& LoadedApi() { return loaded_api; }

}  // namespace paisql::engine
