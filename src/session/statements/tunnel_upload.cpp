#include "tunnel/upload.h"

#include <fmt/format.h>

#include "session/statements/tunnel.h"

namespace paisql::session {

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  State& state = run.state;
  PAISQL_ASSIGN(const tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kUpload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL UPLOAD wants a file and a table, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL UPLOAD [options] file [project.]table[/p1=v1,p2=v2];"};
  }
  const syntax::Word& from = options.arguments[0];
  PAISQL_ASSIGN(const std::vector<std::string> files,
                tunnel::FilesToRead(state.ResolvePath(from.text), from.range));
  PAISQL_ASSIGN(tunnel::TunnelTable target, ResolveTunnelTable(options.arguments[1], run));
  PAISQL_TRY(tunnel::CheckPartition(target, options, state.catalog()));
  if (state.checking()) {
    state.unknowns().NoteRows();
    if (options.auto_create_partition) state.unknowns().NotePartitions();
    return Status::Ok();
  }
  tunnel::Upload upload(options, std::move(target), state,
                        [&run](std::string_view line) { run.sink.Message(line); });
  PAISQL_TRY(upload.Start(state.Execution()));
  PAISQL_TRY_AT(from.range, upload.ReadFiles(files));
  return upload.Finish();
}

}  // namespace paisql::session
