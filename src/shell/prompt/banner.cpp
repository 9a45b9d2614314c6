#include "base/version.h"
#include "shell/prompt/prompt.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "script/options/flags.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

// A folder below the user's own with ~ in its place.
std::string ShortPath(const std::string& path) {
  std::error_code ignored;
  const std::string whole = std::filesystem::absolute(path, ignored).lexically_normal().string();
  const char* home = std::getenv("HOME");
  const std::string own = home == nullptr ? "" : std::string(home) + "/";
  if (own.size() > 1 && whole.starts_with(own)) return "~/" + whole.substr(own.size());
  return whole.empty() ? path : whole;
}

}  // namespace

void ShowBanner(const session::Session& session, const std::string& home_path) {
  if (!terminal::HasCursor(STDERR_FILENO)) return;
  const messages::Language language = session.Language();
  const std::string place = messages::Translate(
      language, fmt::format("home {}, project {}", ShortPath(home_path), session.project()));
  const std::string first = fmt::format("paisql {}  {}", kVersion, place);
  const int columns = terminal::ScreenOf(STDERR_FILENO).columns;
  terminal::PrintLine(FirstColumns(first, columns));
  terminal::PrintLine(FirstColumns(
      messages::Translate(language, "help shows what you can write, \\q quits"), columns));
}

}  // namespace paisql::shell
