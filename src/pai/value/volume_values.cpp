// Volumes: a partition of one is a folder of the home, and the platform mounts those that the
// statement names as /data/volume1, /data/volume2, ... (PAI's page "TensorFlow task parameters").

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "base/text.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScheme = "odps://";
constexpr std::string_view kMount = "/data/volume";

// project, "volumes", volume, partition, folders; empty for a text that is not an odps:// name.
std::vector<std::string> Pieces(std::string_view text) {
  if (!EqualsIgnoreCase(text.substr(0, kScheme.size()), kScheme)) return {};
  std::vector<std::string> pieces = Split(text.substr(kScheme.size()), '/');
  while (!pieces.empty() && pieces.back().empty()) pieces.pop_back();
  return pieces;
}

bool IsName(const std::string& piece) { return !piece.empty() && piece != "." && piece != ".."; }

// Next to such a character a path goes on, so there /data/volume1 is part of another path.
bool GoesOn(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

bool IsVolumeUrl(std::string_view text) {
  const std::vector<std::string> pieces = Pieces(text);
  return pieces.size() > 1 && pieces[1] == "volumes";
}

Result<std::string> ResolveVolume(const Part& part, const BuildContext& context) {
  const std::vector<std::string> pieces = Pieces(part.text);
  constexpr size_t kLeast = 4;
  if (!IsVolumeUrl(part.text) || pieces.size() < kLeast ||
      !std::all_of(pieces.begin(), pieces.end(), IsName)) {
    return ErrorAt(ErrorCode::kInvalidCommand, part,
                   "'" + part.text + "' is not the name of a volume's partition",
                   "write odps://<project>/volumes/<volume>/<partition>");
  }
  PAISQL_ASSIGN(const std::optional<store::Project> project,
                context.names.catalog().FindProject(pieces[0]));
  if (!project.has_value()) {
    return MissingProject(part, pieces[0], {});
  }
  fs::path folder = fs::path(context.names.catalog().home().VolumesPath()) / ToLower(project->name);
  for (size_t i = 2; i < pieces.size(); ++i) folder /= pieces[i];
  std::error_code code;
  if (fs::is_directory(folder, code)) return folder.string();
  return ErrorAt(
      ErrorCode::kFileOperation, part, "the volume's folder " + folder.string() + " does not exist",
      "FS -mkv makes a volume, FS -put file /" + pieces[2] + "/" + pieces[3] + " puts files there");
}

std::string WithVolumeFolders(std::string_view text, const std::vector<std::string>& folders) {
  std::string result;
  while (true) {
    const size_t at = text.find(kMount);
    if (at == std::string_view::npos) return result += text;
    const char before = at > 0 ? text[at - 1] : ' ';
    const std::string_view digits = text.substr(at + kMount.size());
    size_t number = 0;
    const auto [end, failed] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const size_t length = static_cast<size_t>(end - digits.data());
    const bool whole = failed == std::errc() && !GoesOn(before) && before != '.' && before != '-' &&
                       digits[0] != '0' && (length == digits.size() || !GoesOn(digits[length]));
    result += text.substr(0, at);
    if (whole && number >= 1 && number <= folders.size()) {
      result += folders[number - 1];
    } else {
      result += text.substr(at, kMount.size() + length);
    }
    text.remove_prefix(at + kMount.size() + length);
  }
}

}  // namespace paisql::pai
