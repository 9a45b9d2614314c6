#include "store/upkeep/bucket_objects.h"

#include <string>

#include "store/files/at_once.h"

namespace paisql::store {
namespace {

constexpr size_t kLooksAtOnce = 32;

}  // namespace

Result<std::optional<FileDamage>> CheckObjects(WarehouseBucket& bucket,
                                               const std::vector<DataFile>& files,
                                               const std::stop_token& stop) {
  std::vector<Result<int64_t>> sizes(files.size(), Result<int64_t>(0));
  PAISQL_TRY(AtOnce(files.size(), kLooksAtOnce,
                    [&](size_t i) { sizes[i] = bucket.SizeOf(files[i].path, stop); }));
  for (size_t i = 0; i < files.size(); ++i) {
    PAISQL_TRY(sizes[i]);
    const int64_t bytes = *sizes[i];
    if (bytes == files[i].bytes) continue;
    if (bytes < 0) {
      return std::optional<FileDamage>(
          {&files[i], "is missing: the bucket has no object " + bucket.NameOf(files[i].path),
           DamageKind::kMissing});
    }
    return std::optional<FileDamage>({&files[i],
                                      "is damaged: it has " + std::to_string(bytes) +
                                          " bytes instead of " + std::to_string(files[i].bytes),
                                      DamageKind::kWrong});
  }
  return std::optional<FileDamage>();
}

}  // namespace paisql::store
