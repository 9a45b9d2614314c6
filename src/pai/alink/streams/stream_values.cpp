#include "pai/alink/streams/stream_values.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/alink/values/alink_values.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kFileScheme = "file://";
constexpr std::string_view kTcpScheme = "tcp://";
constexpr int kLastPort = 65535;
constexpr const char* kSinks =
    "write a path that ends with .jsonl or .csv, or give -DoutputFormat; a folder that is there, "
    "or a path that ends with /; kafka://<host>:<port>/<topic>, or print";

Error WrongPlace(const syntax::PaiParameter& at, const std::string& what, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, what, at.value_range, std::move(hint)};
}

Error Missing(const syntax::PaiParameter& at, const std::string& what, std::string hint) {
  return Error{ErrorCode::kIo, what, at.value_range, std::move(hint)};
}

// An absolute path of this machine.
std::string PathOf(const syntax::PaiParameter& given, const BuildContext& context) {
  std::string_view text = Trim(given.value);
  if (text.starts_with(kFileScheme)) text.remove_prefix(kFileScheme.size());
  return (fs::path(context.script_folder) / text).lexically_normal().string();
}

std::string FormatOfName(const std::string& path) {
  const std::string suffix = ToLower(fs::path(path).extension().string());
  if (suffix == ".csv") return "csv";
  if (suffix == ".parquet") return "parquet";
  if (suffix == ".jsonl" || suffix == ".json" || suffix == ".ndjson") return "jsonl";
  return "";
}

Result<Json> TcpSource(const syntax::PaiParameter& given) {
  const std::string text(Trim(given.value).substr(kTcpScheme.size()));
  const size_t colon = text.rfind(':');
  const int port = colon == std::string::npos ? -1 : WholeNumberOr(text.substr(colon + 1), -1);
  if (colon == 0 || port < 1 || port > kLastPort) {
    return WrongPlace(given, "inputPath: '" + text + "' is not an address",
                      "write tcp://<host>:<port> of a server that sends lines of JSON");
  }
  return Json{{"kind", "tcp"}, {"host", text.substr(0, colon)}, {"port", port}};
}

Result<Json> SourceAt(const syntax::PaiParameter& given, const BuildContext& context) {
  const std::string text(Trim(given.value));
  if (text.starts_with(kTcpScheme)) return TcpSource(given);
  const bool is_path = text.find("://") == std::string::npos || text.starts_with(kFileScheme);
  if (!is_path) {
    return WrongPlace(given, "inputPath: '" + text + "' is nothing that a stream reads",
                      "write the path of a folder, file or named pipe, tcp://<host>:<port> or "
                      "kafka://<host>:<port>/<topic>");
  }
  const std::string path = PathOf(given, context);
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) {
    return Missing(given, "inputPath: " + path + " does not exist",
                   "a stream reads a folder, a file or a named pipe (mkfifo) that is there");
  }
  const char* kind = "file";
  if (S_ISDIR(found.st_mode)) kind = "folder";
  if (S_ISFIFO(found.st_mode)) kind = "pipe";
  return Json{{"kind", kind}, {"path", path}};
}

// Whether a path means a folder, which need not be there.
bool MeansFolder(const std::string& path) {
  std::error_code code;
  return path.ends_with('/') || fs::is_directory(path, code);
}

Status CheckParent(const syntax::PaiParameter& given, const std::string& path) {
  std::error_code code;
  if (fs::is_directory(fs::path(path).parent_path(), code)) return Status::Ok();
  return Missing(given, "outputPath: the folder of " + path + " does not exist", "make it");
}

Result<Json> FolderSink(const syntax::PaiParameter& given, std::string path,
                        const std::string& format) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  std::error_code code;
  if (fs::exists(path, code) && !fs::is_directory(path, code)) {
    return WrongPlace(given, "outputPath: " + path + " is not a folder",
                      "leave out the / at its end, or name another one");
  }
  PAISQL_TRY(CheckParent(given, path));
  return Json{{"kind", "folder"}, {"path", path}, {"format", format.empty() ? "jsonl" : format}};
}

Result<Json> FileSink(const syntax::PaiParameter& given, const std::string& path,
                      std::string format) {
  if (format.empty()) format = FormatOfName(path);
  if (format != "csv" && format != "jsonl") {
    return WrongPlace(given, "outputPath: '" + given.value + "' is not a file for rows", kSinks);
  }
  std::error_code code;
  if (fs::exists(path, code) && !fs::is_regular_file(path, code)) {
    return WrongPlace(given, "outputPath: " + path + " is not a regular file",
                      "rows are added to a file, or to one that is made");
  }
  PAISQL_TRY(CheckParent(given, path));
  return Json{{"kind", "file"}, {"path", path}, {"format", format}};
}

}  // namespace

Result<Json> ReadStreamSource(const Parameters& parameters, const BuildContext& context) {
  const syntax::PaiParameter& given = *parameters.Find("inputPath");
  PAISQL_ASSIGN(Json source, SourceAt(given, context));
  const std::string kind = source["kind"];
  std::string format = parameters.Word("inputFormat");
  const bool received = kind == "pipe" || kind == "tcp";
  if (received && !format.empty() && format != "jsonl") {
    return WrongPlace(*parameters.Find("inputFormat"),
                      "inputFormat: a " + std::string(kind == "pipe" ? "named pipe" : "socket") +
                          " brings lines of JSON",
                      "leave inputFormat out");
  }
  if (received) format = "jsonl";
  if (kind == "file" && format.empty()) format = FormatOfName(source["path"]);
  if (kind == "file" && format.empty()) {
    return WrongPlace(given, "inputPath: the name of the file does not say what it holds",
                      "give -DinputFormat=csv, jsonl or parquet");
  }
  source["format"] = format;
  return source;
}

Result<Json> ReadStreamSink(const Parameters& parameters, const BuildContext& context) {
  const syntax::PaiParameter& given = *parameters.Find("outputPath");
  const std::string format = parameters.Word("outputFormat");
  if (EqualsIgnoreCase(Trim(given.value), "print")) {
    if (format == "csv") {
      return WrongPlace(*parameters.Find("outputFormat"), "outputFormat: print shows lines of JSON",
                        "leave outputFormat out");
    }
    return Json{{"kind", "print"}};
  }
  if (Trim(given.value).find("://") != std::string::npos &&
      !Trim(given.value).starts_with(kFileScheme)) {
    return WrongPlace(given, "outputPath: '" + given.value + "' is nothing that a stream writes",
                      kSinks);
  }
  const std::string path = PathOf(given, context);
  return MeansFolder(path) ? FolderSink(given, path, format) : FileSink(given, path, format);
}

Result<Json> ReadTypedParams(const syntax::PaiParameter& parameter, const BuildContext& context) {
  PAISQL_TRY(ReadUserObject(parameter, context));
  return Json::parse(parameter.value);
}

}  // namespace paisql::pai
