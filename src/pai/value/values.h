#pragma once

// Resolving the values of a PAI statement: tables, scripts, buckets, volumes. Errors have the place
// of the part of the value that is wrong. Private to pai.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/value/build_context.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

// One element of a comma-separated value.
struct Part {
  std::string text;
  SourceRange range;
};

// The parts of a value, trimmed, without empty ones, each with its place in the statement. Where
// the statement's text differs from the value by escapes, a part has the whole value's place.
std::vector<Part> SplitValue(const syntax::PaiParameter& parameter, const BuildContext& context);

// The place of value[begin, end) of a parameter in the statement, through the escapes of the value
// as it is written; the whole value's place where the two do not fit together.
SourceRange PlaceInValue(const syntax::PaiParameter& parameter, std::string_view statement_text,
                         size_t begin, size_t end);

// The odps:// URL of a table that is named by <table> or <project>.<table>; any other text as it
// is.
std::string TableUrl(const std::string& text, const BuildContext& context);

// Resolves odps://project/tables/table[/key=value...].
Result<jobs::TableBinding> ResolveInput(const Part& part, const BuildContext& context);
// The same for an output: a partition of a partitioned table, or a table without partitions; no
// view. `names_table`: the partition is named elsewhere.
Result<jobs::TableBinding> ResolveOutput(const Part& part, const BuildContext& context,
                                         bool names_table = false);

// A file on this machine.
struct NamedFile {
  std::string path;                  // absolute
  std::shared_ptr<const void> kept;  // of a copy: it is there as long as this is
};

// A script or another file that the statement names: file://, a resource, oss://. What lies at an
// endpoint is fetched.
Result<NamedFile> ResolveFile(const Part& part, const BuildContext& context);

// Whether the bucket of an oss:// name lies at an endpoint, so that it has no folder here.
bool IsAtEndpoint(std::string_view name, const BuildContext& context);

// A bucket that a statement names and that does not exist.
struct MissingBucket {
  std::string name;
  std::string folder;  // that it would be
  std::string near;    // "did you mean 'data'", or ""
};
// nullopt when the bucket of an oss:// name exists.
Result<std::optional<MissingBucket>> FindMissingBucket(const Part& part,
                                                       const BuildContext& context);
// An error, with the command that makes it, unless the bucket of an oss:// name exists.
Status CheckBucket(const Part& part, const BuildContext& context);

// An error when the text holds several names without an ASCII comma between them.
Status CheckOneName(const Part& part);
// The cure for an unknown name that contains a ${variable}; "" without one.
std::string VariableHint(std::string_view text);
// kProjectNotFound with the nearest of the other projects, and how to make one.
Error MissingProject(const Part& part, const std::string& project,
                     const std::vector<std::string>& others);

// The folder of odps://project/volumes/volume/partition[/folder...]; it exists.
Result<std::string> ResolveVolume(const Part& part, const BuildContext& context);
// Whether the text names something in a volume.
bool IsVolumeUrl(std::string_view text);
// The text with the folder number N (from 1) for every /data/volumeN in it, where it is a path or
// the begin of one.
std::string WithVolumeFolders(std::string_view text, const std::vector<std::string>& folders);

// Whether a number of GPUs, 100 being one, is one that there can be.
bool IsGpuAmount(int64_t amount);
inline constexpr std::string_view kGpuForm =
    "a multiple of 100 (100 is one GPU), or less than 100 for a share of one";

Error ErrorAt(ErrorCode code, const Part& part, const std::string& detail, std::string hint);
// The error, placed.
Error At(Error error, const SourceRange& range);

}  // namespace paisql::pai
