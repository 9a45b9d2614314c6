#include "store/postgres/libpq.h"

#include <dlfcn.h>

#include <string>

namespace paisql::store {
namespace {

constexpr const char* kLibpqFile = "libpq.so.5";

Error LibpqMissing(const std::string& why) {
  return Error{
      ErrorCode::kEnvironment,
      std::string("the client library of PostgreSQL, ") + kLibpqFile + ", cannot be used: " + why,
      {},
      "install it (Debian: apt-get install libpq5), version 14 or newer"};
}

Result<Libpq> LoadLibpq() {
  void* handle = dlopen(kLibpqFile, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* message = dlerror();
    return LibpqMissing(message != nullptr ? message : "the reason is not known");
  }
  Libpq libpq;
#define PAISQL_LIBPQ_RESOLVE(name)                                        \
  libpq.name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name)); \
  if (libpq.name == nullptr) return LibpqMissing("it lacks the function " #name);
  PAISQL_LIBPQ_FUNCTIONS(PAISQL_LIBPQ_RESOLVE)
#undef PAISQL_LIBPQ_RESOLVE
  return libpq;
}

}  // namespace

Result<const Libpq*> OpenLibpq() {
  static const Result<Libpq> opened = LoadLibpq();
  if (!opened.ok()) return opened.error();
  return &*opened;
}

}  // namespace paisql::store
