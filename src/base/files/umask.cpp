#include "base/files/umask.h"

#include <sys/stat.h>

namespace paisql {

namespace {

constexpr mode_t kOwnerAlone = 077;

}  // namespace

mode_t UserUmask() {
  static const mode_t users = umask(kOwnerAlone);
  return users;
}

void MakeFilesAsOpenAs(mode_t folder) { umask(UserUmask() | (~folder & kOwnerAlone)); }

}  // namespace paisql
