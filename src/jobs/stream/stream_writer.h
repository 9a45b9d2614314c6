#pragma once

// The only process of a stream job that changes the catalog. The job's Python (python/paisql/
// alink_stream) asks it, because rows and the cursor that says how far they go have to come into
// their tables in one transaction. It is a worker of the kind "stream-writer" (workers/protocol.h)
// with its socket as standard input; requests and answers are JSON objects.
//
//   {"begin": true}                        {"cursor": [path, ...]}: the files of the cursor's
//   table; or {"writer": id} of the job that keeps the table, another stream (earlier_writer.h)
//   {"commit": {"rows": [F, ...], "cursor": [F, ...], "adds": B}}  {"done": true}; F is {"path",
//   "rows"}, a staged file. The last file of the cursor is its head. With "adds" they come beside
//   the files that are there, and in place of the head alone, else in place of all
//   {"list": {"project", "table", "columns"}}    {"files": [...], "schema_version"}: as
//   inputs/<n>.json
//   {"files": true}                        {"files": [...]} of the output, which stay until
//   "merged"
//   {"merge": {"from": [path, ...], "to": F}}    {"done": true}: F takes the place of the files
//   {"merged": true}                       {"done": true}: nobody reads the files any more
//
// An error has the code kStreamConflict where another writer has changed what the request rests
// on. Output 0 of the job is the table of the rows, output 1 that of the
// cursor: what stands there when a stream begins holds until its own next commit, so that of two
// streams into one table, however they have come to run, one fails, and no row comes twice.

#include <string>

#include "jobs/spec/runtime.h"

namespace paisql::jobs {

// Whoever starts one sets it, so without it --stream-writer means nothing.
inline constexpr const char* kStreamVariable = "PAISQL_STREAM_WRITER";

inline constexpr int kStreamConflict = 1;  // sinks.py knows it

// The body of `paisql --stream-writer DIR`: answers until its owner closes the socket, whatever
// signal asks it to end before: a stream that is stopped has rows to commit. Returns the exit
// status.
int RunStreamWriter(const std::string& job_directory, const Installation& installation);

}  // namespace paisql::jobs
