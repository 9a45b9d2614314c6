#pragma once

// Parts that TUNNEL UPLOAD and TUNNEL DOWNLOAD share.

#include <memory>
#include <vector>

#include "session/state.h"
#include "syntax/query.h"
#include "syntax/statements/commands.h"
#include "syntax/word.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "tunnel/table.h"
#include "tunnel/upload_session.h"

namespace paisql::session {

Status RunTunnel(const syntax::TunnelStatement& statement, Run& run);

// The options of a sub-command, whose words these are.
Result<tunnel::TunnelOptions> ReadTunnelOptions(const std::vector<syntax::Word>& words,
                                                tunnel::TunnelCommand command);

// The parts of project.table/p1=v1,p2=v2; nullopt without a partition.
syntax::QualifiedName TunnelTableName(const syntax::Word& word);
Result<std::optional<syntax::PartitionSpec>> TunnelPartition(const syntax::Word& word);

// project.table/p1=v1,p2=v2 (or with further slashes).
Result<tunnel::TunnelTable> ResolveTunnelTable(const syntax::Word& word, std::string_view action,
                                               Run& run);

// UPLOAD -create: that the table is not there.
Status CheckNewTable(const syntax::Word& word, Run& run);

// Infers the table for the files, with the partition that the word names. Reports the types that
// it has chosen, and why.
Result<tunnel::TunnelTable> InferTunnelTable(const syntax::Word& word,
                                             const std::vector<tunnel::InputFile>& files,
                                             const tunnel::TunnelOptions& options, Run& run);

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
// "PARQUET" or "JSON" where the files' names say so, "" for delimited text. kIo for files of
// several kinds, kInvalidCommand for an option that such files do not take.
Result<std::string> StorageOfFiles(const std::vector<tunnel::InputFile>& files,
                                   const tunnel::TunnelOptions& options);
Status UploadByLoad(const std::string& storage, const tunnel::TunnelTable& target,
                    const tunnel::TunnelOptions& options, Run& run);

// The same for a session that is taken up again; null: it begins one.
Status ResumeUpload(std::unique_ptr<tunnel::UploadSession> session,
                    const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);

Status TunnelUpsert(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelResume(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelShow(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);
Status TunnelPurge(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run);

}  // namespace paisql::session
