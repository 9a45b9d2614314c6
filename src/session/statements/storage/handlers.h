#pragma once

// Handlers of statements about buckets, roles and volumes.

#include "session/state.h"
#include "syntax/statements/storage.h"

namespace paisql::session {

Status RunBucket(const syntax::BucketStatement& statement, Run& run);
Status RunVolume(const syntax::VolumeStatement& statement, Run& run);
Status RunOss(const syntax::OssStatement& statement, Run& run);

}  // namespace paisql::session
