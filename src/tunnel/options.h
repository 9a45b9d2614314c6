#pragma once

// The options of TUNNEL UPLOAD and DOWNLOAD: one table says their names, kinds and help. An option
// of the platform's client that means nothing here is taken, and a warning says why.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "syntax/word.h"
#include "tunnel/csv/csv_cutter.h"

namespace paisql::tunnel {

struct TunnelOptions {
  std::string field_delimiter = ",";
  bool field_delimiter_given = false;
  std::string record_delimiter;  // "": a newline, with or without a carriage return before it
  std::string null_indicator;
  std::string charset;  // "": UTF-8
  std::string date_pattern = "yyyy-MM-dd HH:mm:ss";
  std::optional<syntax::Word> time_zone;  // whoever takes it looks whether there is such a zone
  syntax::Word column_names;              // download: "a,b"
  syntax::Word column_indexes;            // download: "0,2"
  bool header = false;
  bool header_given = false;  // it was said whether there is one
  bool create = false;        // the table is made for the file
  bool dry_run = false;       // the table that would be made is shown
  bool force = false;         // a file that is there is replaced
  bool discard_bad_records = false;
  bool auto_create_partition = false;
  bool csv_format = true;  // false: quotes mean nothing
  bool tell_time = false;
  bool strict_schema = true;
  bool overwrite = false;
  bool scan_only = false;  // check and write nothing; an upload checks in any case
  int64_t max_bad_records = 1000;
  int64_t limit = -1;
  int64_t block_mb = 100;               // of a file's bytes: what is read and kept as one
  int64_t threads = 0;                  // that work beside each other; 0: one for each core
  std::vector<syntax::Word> arguments;  // words that are not options, in order
  std::vector<syntax::Word> warnings;   // each with the place of what it warns of

  CsvDialect Dialect() const;
  // `threads`, with its default and a bound.
  size_t Threads() const;
};

enum class TunnelCommand { kUpload, kDownload };

// `words` are those after the sub-command. An unknown option or a wrong value is an error at its
// place.
Result<TunnelOptions> ParseTunnelOptions(const std::vector<syntax::Word>& words,
                                         TunnelCommand command);

std::string TunnelHelp();

// For whoever lists the options: those that have an effect, each with its two names.
struct TunnelOptionName {
  std::string_view brief;  // "acp"
  std::string_view name;   // "auto-create-partition"
  std::string_view help;
};
std::vector<TunnelOptionName> TunnelOptionNames(TunnelCommand command);
// False for an unknown option. `option` begins with its dashes.
bool TunnelOptionTakesValue(std::string_view option, TunnelCommand command);
// The words that an option takes where it takes only a few: true and false, for instance.
std::vector<std::string> TunnelOptionValues(std::string_view name, TunnelCommand command);

}  // namespace paisql::tunnel
