#include "archive/library.h"

#include <dlfcn.h>

namespace paisql::archive {
namespace {

constexpr const char* kFile = PAISQL_ARCHIVE_SONAME;

Error Missing(const std::string& why) {
  return Error{
      ErrorCode::kEnvironment,
      std::string("the library ") + kFile + ", which reads archives, cannot be used: " + why,
      {},
      "install it (Debian: libarchive13)"};
}

Result<Library> LoadLibrary() {
  void* handle = dlopen(kFile, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* message = dlerror();
    return Missing(message != nullptr ? message : "the reason is not known");
  }
  Library library;
#define PAISQL_ARCHIVE_RESOLVE(name)                                        \
  library.name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name)); \
  if (library.name == nullptr) return Missing("it lacks the function " #name);
  PAISQL_ARCHIVE_FUNCTIONS(PAISQL_ARCHIVE_RESOLVE)
#undef PAISQL_ARCHIVE_RESOLVE
  return library;
}

}  // namespace

Result<const Library*> OpenLibrary() {
  static const Result<Library> opened = LoadLibrary();
  if (!opened.ok()) return opened.error();
  return &*opened;
}

}  // namespace paisql::archive
