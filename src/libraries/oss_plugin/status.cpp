#include "libraries/oss_plugin/status.h"

#include <dlfcn.h>

namespace paisql::oss {

namespace {

constexpr const char* kLibrary = "libtensorflow_framework.so.2";

decltype(&TF_SetStatus) set_status = nullptr;
decltype(&TF_GetCode) get_code = nullptr;

}  // namespace

bool FindStatusFunctions() {
  // Never loads anything: who calls has it loaded already.
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return false;
  set_status = reinterpret_cast<decltype(set_status)>(dlsym(library, "TF_SetStatus"));
  get_code = reinterpret_cast<decltype(get_code)>(dlsym(library, "TF_GetCode"));
  return set_status != nullptr && get_code != nullptr;
}

void SetStatus(TF_Status* status, TF_Code code, const char* message) {
  set_status(status, code, message);
}

TF_Code GetCode(const TF_Status* status) { return get_code(status); }

}  // namespace paisql::oss
