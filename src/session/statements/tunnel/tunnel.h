#pragma once

// Parts that TUNNEL UPLOAD and TUNNEL DOWNLOAD share.

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "base/system/clock.h"
#include "session/state.h"
#include "syntax/query.h"
#include "syntax/statements/commands.h"
#include "syntax/word.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "tunnel/table.h"
#include "tunnel/upload/upload_session.h"

namespace paisql::session {

Status RunTunnel(const syntax::TunnelStatement& statement, Run& run);

// The options of a sub-command, whose words these are.
Result<tunnel::TunnelOptions> ReadTunnelOptions(const std::vector<syntax::Word>& words,
                                                tunnel::TunnelCommand command);
// What the options warn of, once the command is known to be right.
void WarnOfOptions(const tunnel::TunnelOptions& options, Run& run);
// Tells at its end how long the command took, when -time asks for it.
class TunnelTime {
 public:
  TunnelTime(const tunnel::TunnelOptions& options, Run& run)
      : tells_(options.tell_time && !run.state.checking()), run_(run), begin_ms_(NowMs()) {}
  ~TunnelTime() {
    if (tells_) run_.out.Message(fmt::format("time: {:.1f} s", (NowMs() - begin_ms_) / 1000.0));
  }
  TunnelTime(const TunnelTime&) = delete;
  TunnelTime& operator=(const TunnelTime&) = delete;

 private:
  bool tells_;
  Run& run_;
  int64_t begin_ms_;
};

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
// "PARQUET", "ORC" or "JSON" where the name says so, "" for delimited text.
std::string_view StorageByName(const std::string& path);
// kInvalidCommand for an option of text that files of another form do not take.
Status CheckOptionsOfForm(std::string_view storage, const tunnel::TunnelOptions& options,
                          const SourceRange& range);
// The form of all files. kIo where they have several.
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
