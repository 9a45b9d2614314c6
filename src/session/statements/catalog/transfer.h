#pragma once

// The two halves of EXPORT and IMPORT. Private to this folder.

#include "session/state.h"
#include "syntax/statements/namespaces.h"

namespace paisql::session {

Status RunExport(const syntax::TransferStatement& statement, Run& run);
Status RunImport(const syntax::TransferStatement& statement, Run& run);

}  // namespace paisql::session
