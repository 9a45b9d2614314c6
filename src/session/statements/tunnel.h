#pragma once

// What TUNNEL UPLOAD and TUNNEL DOWNLOAD share.

#include <string>
#include <vector>

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// project.table/p1=v1,p2=v2 (or with further slashes), resolved.
struct TunnelTable {
  store::Table table;
  std::vector<std::optional<std::string>> partition;  // nullopt for levels that are not given
  SourceRange range;

  bool whole_partition() const;  // every level is given
};

Result<TunnelTable> ResolveTunnelTable(const syntax::Word& word, Run& run);

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);

}  // namespace paisql::session
