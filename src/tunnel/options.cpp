#include "tunnel/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <thread>

#include "base/text.h"
#include "base/whole_number.h"
#include "tunnel/csv/plain_text.h"
#include "types/time/zone.h"

namespace paisql::tunnel {

namespace {

using syntax::Word;

// Puts an option's value where it belongs; the error's place is added by the caller.
using Apply = Status (*)(const Word& value, TunnelOptions& options);

Error WrongValue(std::string_view wanted, const std::string& value) {
  return {ErrorCode::kInvalidCommand, "'" + value + "' is not " + std::string(wanted), {}, ""};
}

template <bool TunnelOptions::*member>
Status SetBoolean(const Word& word, TunnelOptions& options) {
  const std::string& value = word.text;
  const bool yes = EqualsIgnoreCase(value, "true");
  if (!yes && !EqualsIgnoreCase(value, "false")) return WrongValue("true or false", value);
  options.*member = yes;
  return Status::Ok();
}

Status SetHeader(const Word& word, TunnelOptions& options) {
  options.header_given = true;
  return SetBoolean<&TunnelOptions::header>(word, options);
}

template <int64_t TunnelOptions::*member>
Status SetCount(const Word& word, TunnelOptions& options) {
  const std::string& value = word.text;
  options.*member = ParseNumber<int64_t>(value).value_or(-1);
  return options.*member < 0 ? WrongValue("a whole number", value) : Status::Ok();
}

// A count that has to be there.
template <int64_t TunnelOptions::*member>
Status SetSize(const Word& word, TunnelOptions& options) {
  constexpr int64_t kMost = 1 << 20;
  options.*member = ParseNumber<int64_t>(word.text).value_or(0);
  const bool fits = options.*member > 0 && options.*member <= kMost;
  return fits ? Status::Ok() : WrongValue("a whole number from 1 on", word.text);
}

template <std::string TunnelOptions::*member>
Status SetText(const Word& word, TunnelOptions& options) {
  options.*member = word.text;
  return Status::Ok();
}

template <Word TunnelOptions::*member>
Status SetWord(const Word& word, TunnelOptions& options) {
  options.*member = word;
  return Status::Ok();
}

void AppendUtf8(unsigned code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Delimiters may be spelled \t, \n, \r, \\ and \uXXXX.
template <std::string TunnelOptions::*member>
Status SetDelimiter(const Word& word, TunnelOptions& options) {
  const std::string& value = word.text;
  std::string text;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      text += value[i];
      continue;
    }
    const char letter = value[++i];
    constexpr const char* kLetters = "tnr\\";
    constexpr const char* kMeanings = "\t\n\r\\";
    if (letter == 'u') {
      unsigned code = 0;
      const char* digits = value.data() + i + 1;
      const bool whole = i + 4 < value.size();
      if (!whole || std::from_chars(digits, digits + 4, code, 16).ptr != digits + 4) {
        return WrongValue("a delimiter: \\u needs four hexadecimal digits", value);
      }
      AppendUtf8(code, text);
      i += 4;
    } else if (const char* known = std::strchr(kLetters, letter); known != nullptr) {
      text += kMeanings[known - kLetters];
    } else {
      text += '\\';
      text += letter;
    }
  }
  if (text.empty()) return WrongValue("a delimiter", value);
  if (text.find('"') != std::string::npos)
    return WrongValue("a delimiter: it holds a quote", value);
  options.*member = text;
  return Status::Ok();
}

Status SetFieldDelimiter(const Word& word, TunnelOptions& options) {
  options.field_delimiter_given = true;
  return SetDelimiter<&TunnelOptions::field_delimiter>(word, options);
}

Status SetScan(const Word& word, TunnelOptions& options) {
  const std::string& value = word.text;
  options.scan_only = EqualsIgnoreCase(value, "only");
  if (options.scan_only || EqualsIgnoreCase(value, "true") || EqualsIgnoreCase(value, "false")) {
    return Status::Ok();
  }
  return WrongValue("true, false or only", value);
}

Status SetCharset(const Word& word, TunnelOptions& options) {
  PAISQL_ASSIGN(options.charset, CharsetName(word.text));
  return Status::Ok();
}

Status SetTimeZone(const Word& word, TunnelOptions& options) {
  options.time_zone = word;
  return Status::Ok();
}

// Of an option that has no effect here.
Status Ignore(const Word&, TunnelOptions&) { return Status::Ok(); }

constexpr int64_t kMostThreads = 16;

enum Use { kUpload = 1, kDownload = 2, kBoth = 3 };

struct Option {
  std::string_view brief;
  std::string_view name;
  Use use;
  Apply apply;
  std::string_view help;  // of one without effect: why it has none
  bool flag = false;      // stands alone and means true

  constexpr bool has_effect() const { return apply != Ignore; }
};

constexpr Option kOptions[] = {
    {"acp", "auto-create-partition", kUpload, SetBoolean<&TunnelOptions::auto_create_partition>,
     "make the partition when it is missing (false)"},
    {"bs", "block-size", kUpload, SetSize<&TunnelOptions::block_mb>,
     "MiB of a file that are read and kept as one block (100)"},
    {"c", "charset", kBoth, SetCharset,
     "of the file: utf8, gbk, utf-16 and what else iconv knows (utf8)"},
    {"cf", "csv-format", kBoth, SetBoolean<&TunnelOptions::csv_format>,
     "false: a quote is a letter as any other (true)"},
    {"ci", "columns-index", kDownload, SetWord<&TunnelOptions::column_indexes>,
     "columns by their index, from 0: 0,2"},
    {"cn", "columns-name", kDownload, SetWord<&TunnelOptions::column_names>,
     "columns by name: a,b"},
    {"cp", "compress", kBoth, Ignore, "the bytes go through no network"},
    {"create", "create-table", kUpload, SetBoolean<&TunnelOptions::create>,
     "make the table: names from the header, types from the values", true},
    {"dbr", "discard-bad-records", kUpload, SetBoolean<&TunnelOptions::discard_bad_records>,
     "leave bad records out instead of stopping (false)"},
    {"dfp", "date-format-pattern", kBoth, SetText<&TunnelOptions::date_pattern>,
     "how DATETIME is written (yyyy-MM-dd HH:mm:ss)"},
    {"dry", "dry-run", kUpload, SetBoolean<&TunnelOptions::dry_run>,
     "with -create: show the table and write nothing", true},
    {"e", "exponential", kDownload, Ignore,
     "a DOUBLE is written as CAST writes it, so that it comes back as it was"},
    {"f", "force", kDownload, SetBoolean<&TunnelOptions::force>, "replace a file that is there",
     true},
    {"fd", "field-delimiter", kBoth, SetFieldDelimiter,
     "between fields, one or more characters, \\uXXXX (,)"},
    {"h", "header", kBoth, SetHeader,
     "the first line has the columns' names (false; with -create true)"},
    {"limit", "limit", kDownload, SetCount<&TunnelOptions::limit>, "so many records at most"},
    {"mbr", "max-bad-records", kUpload, SetCount<&TunnelOptions::max_bad_records>,
     "so many may be left out (1000)"},
    {"ni", "null-indicator", kBoth, SetText<&TunnelOptions::null_indicator>,
     "an unquoted field with this text is NULL (the empty text)"},
    {"ow", "overwrite", kUpload, SetBoolean<&TunnelOptions::overwrite>,
     "replace the rows that are there (false)"},
    {"qn", "quota-name", kBoth, Ignore, "there are no quotas of a network"},
    {"rd", "record-delimiter", kBoth, SetDelimiter<&TunnelOptions::record_delimiter>,
     "between records (a newline)"},
    {"s", "scan", kUpload, SetScan, "only: check the file and write nothing"},
    {"sd", "session-dir", kBoth, Ignore, "sessions are kept in the home"},
    {"ss", "strict-schema", kUpload, SetBoolean<&TunnelOptions::strict_schema>,
     "false: fields too many are dropped, missing ones are NULL (true)"},
    {"t", "threads", kUpload, SetSize<&TunnelOptions::threads>,
     "so many blocks at a time (one for each core)"},
    {"t", "threads", kDownload, SetSize<&TunnelOptions::threads>,
     "so many threads that write text (one for each core)"},
    {"te", "tunnel-endpoint", kBoth, Ignore, "there is no service to reach"},
    {"time", "time", kBoth, SetBoolean<&TunnelOptions::tell_time>, "tell how long it took (false)"},
    {"tz", "time-zone", kBoth, SetTimeZone, "the zone of DATETIME in the file"},
};

const Option* FindOption(std::string_view word, TunnelCommand command) {
  const Use use = command == TunnelCommand::kUpload ? kUpload : kDownload;
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  for (const Option& option : kOptions) {
    if ((option.use & use) == 0) continue;
    if (EqualsIgnoreCase(word, option.brief) || EqualsIgnoreCase(word, option.name)) return &option;
  }
  return nullptr;
}

Error UnknownOption(const Word& word, TunnelCommand command) {
  std::vector<std::string> names;
  const Use use = command == TunnelCommand::kUpload ? kUpload : kDownload;
  for (const Option& option : kOptions) {
    if ((option.use & use) != 0) names.push_back("-" + std::string(option.brief));
  }
  return {ErrorCode::kInvalidCommand, "TUNNEL has no option " + word.text, word.range,
          "there are " + Join(names, " ") + "; HELP TUNNEL; tells what they do"};
}

}  // namespace

Result<TunnelOptions> ParseTunnelOptions(const std::vector<Word>& words, TunnelCommand command) {
  TunnelOptions options;
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (word.text.size() < 2 || word.text[0] != '-') {
      options.arguments.push_back(word);
      continue;
    }
    std::string name = word.text;
    std::string value;
    const size_t equals = name.find('=');
    const Option* option = FindOption(std::string_view(name).substr(0, equals), command);
    if (option == nullptr) return UnknownOption(word, command);
    SourceRange range = word.range;
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
    } else if (option->flag) {
      value = "true";
    } else if (i + 1 < words.size()) {
      value = words[++i].text;
      range = words[i].range;
    } else {
      return Error{ErrorCode::kInvalidCommand, "option " + word.text + " needs a value", range, ""};
    }
    Status applied = option->apply({value, range}, options);
    if (!applied.ok()) {
      Error error = std::move(applied).error();
      error.detail = "option -" + std::string(option->brief) + ": " + error.detail;
      error.range = range;
      return error;
    }
    if (!option->has_effect()) {
      options.warnings.push_back(
          {fmt::format("option -{} has no effect: {}", option->brief, option->help), word.range});
    }
  }
  return options;
}

CsvDialect TunnelOptions::Dialect() const {
  return {field_delimiter, record_delimiter, csv_format ? "\"" : ""};
}

size_t TunnelOptions::Threads() const {
  const int64_t wanted = threads > 0 ? threads : int64_t{std::thread::hardware_concurrency()};
  return static_cast<size_t>(std::clamp(wanted, int64_t{1}, kMostThreads));
}

std::string TunnelHelp() {
  std::string text;
  for (const Option& option : kOptions) {
    if (!option.has_effect()) continue;
    const char* use = option.use == kUpload     ? "upload  "
                      : option.use == kDownload ? "download"
                                                : "";
    text += fmt::format("  -{:<7}-{:<23}{:<10}{}\n", option.brief, option.name, use, option.help);
  }
  return text;
}

std::vector<TunnelOptionName> TunnelOptionNames(TunnelCommand command) {
  const Use use = command == TunnelCommand::kUpload ? kUpload : kDownload;
  std::vector<TunnelOptionName> names;
  for (const Option& option : kOptions) {
    if ((option.use & use) != 0 && option.has_effect())
      names.push_back({option.brief, option.name, option.help});
  }
  return names;
}

bool TunnelOptionTakesValue(std::string_view option, TunnelCommand command) {
  const Option* known = option.starts_with('-') ? FindOption(option, command) : nullptr;
  return known != nullptr && !known->flag;
}

std::vector<std::string> TunnelOptionValues(std::string_view name, TunnelCommand command) {
  std::vector<std::string> values;
  const Option* option = name.starts_with('-') ? FindOption(name, command) : nullptr;
  TunnelOptions scratch;
  // An option that takes any word takes this one as well.
  if (option == nullptr || option->apply({"\x01", {}}, scratch).ok()) return values;
  for (const char* word : {"true", "false", "only", "utf8", "gbk", "ignore"}) {
    if (option->apply({word, {}}, scratch).ok()) values.emplace_back(word);
  }
  return values;
}

}  // namespace paisql::tunnel
