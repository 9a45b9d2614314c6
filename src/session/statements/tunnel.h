#pragma once

// What TUNNEL UPLOAD and TUNNEL DOWNLOAD share.

#include <vector>

#include "session/state.h"
#include "syntax/statement.h"
#include "tunnel/options.h"
#include "tunnel/table.h"

namespace paisql::session {

// The options of a sub-command, whose words these are.
Result<tunnel::TunnelOptions> ReadTunnelOptions(const std::vector<syntax::Word>& words,
                                                tunnel::TunnelCommand command);

// project.table/p1=v1,p2=v2 (or with further slashes).
Result<tunnel::TunnelTable> ResolveTunnelTable(const syntax::Word& word, Run& run);

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);

}  // namespace paisql::session
