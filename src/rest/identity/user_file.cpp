#include "rest/identity/user_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "access/principal.h"
#include "base/files/files.h"
#include "base/text.h"
#include "rest/identity/moments.h"

namespace paisql::rest {

namespace {

constexpr mode_t kOfOthers = 0077;
constexpr size_t kAccessIdLength = 128;
constexpr size_t kLeastWords = 2;
constexpr size_t kPlainWords = 3;  // what comes then are options

Error WrongLine(const std::string& path, size_t line, std::string_view why) {
  // The line itself has a secret, so it is not shown.
  return Error{ErrorCode::kInvalidCommand,
               path + ", line " + std::to_string(line) + ": " + std::string(why),
               {},
               "a line is ACCESS_ID SECRET USER, or ACCESS_ID SECRET USER sts=TOKEN "
               "until=2026-12-31T23:59:59Z; a line without USER is of the owner"};
}

std::vector<std::string> WordsOf(std::string_view line) {
  std::string blanks(line);
  std::ranges::replace_if(
      blanks, [](char c) { return c == '\t' || c == '\r'; }, ' ');
  std::vector<std::string> words = Split(blanks, ' ');
  std::erase(words, "");
  return words;
}

Status CheckMode(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return FileError("read", path, errno);
  if ((found.st_mode & kOfOthers) == 0) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "others than its owner may use " + path + ", which has secrets",
               {},
               "chmod 600 " + path};
}

// What is wrong with the option, or nothing.
std::optional<std::string> TakeOption(const std::string& word, Identity& identity) {
  constexpr std::string_view kSts = "sts=";
  constexpr std::string_view kUntil = "until=";
  if (word == "disabled") {
    identity.disabled = true;
  } else if (word == "app") {
    identity.application = true;
  } else if (word.starts_with(kSts) && word.size() > kSts.size()) {
    identity.sts_token = word.substr(kSts.size());
  } else if (word.starts_with(kUntil)) {
    const auto end = ReadMoment(std::string_view(word).substr(kUntil.size()));
    if (!end) return "until= needs a moment such as 2026-12-31T23:59:59Z";
    identity.ends_ms = *end;
  } else {
    return "after the user there can be sts=, until=, app and disabled";
  }
  return std::nullopt;
}

// What is wrong with the line, or nothing.
std::optional<std::string> TakeLine(const std::vector<std::string>& words,
                                    IdentitiesById& identities) {
  if (words.size() < kLeastWords) return "it has not 3 words";
  const std::string& id = words.front();
  if (id.size() > kAccessIdLength || id.find_first_of("/:,") != std::string::npos) {
    return "an access id has no '/', ':' or ','";
  }
  Identity one{words[1], words.size() == kLeastWords || words[2] == "-" ? "" : words[2]};
  if (!one.user.empty()) {
    const auto whole = access::ReadUser(one.user, "");
    if (!whole.ok() || whole->find("$:") != std::string::npos) {
      return "'" + one.user + "' is not the whole name of a user";
    }
    one.user = *whole;
  }
  for (size_t i = kPlainWords; i < words.size(); ++i) {
    if (auto wrong = TakeOption(words[i], one)) return wrong;
  }
  if (!identities.emplace(id, std::move(one)).second) {
    return "the access id " + id + " is there twice";
  }
  return std::nullopt;
}

}  // namespace

Result<IdentitiesById> ReadUserFile(const std::string& path) {
  PAISQL_TRY(CheckMode(path));
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  IdentitiesById identities;
  size_t number = 0;
  for (const std::string& line : Split(text, '\n')) {
    ++number;
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    if (const auto wrong = TakeLine(words, identities)) return WrongLine(path, number, *wrong);
  }
  return identities;
}

}  // namespace paisql::rest
