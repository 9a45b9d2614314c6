#include "rest/identity/identities.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "access/principal.h"
#include "base/coding/hmac.h"
#include "base/files/files.h"
#include "base/text.h"
#include "rest/identity/signature.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostSkewMs = int64_t{15} * 60 * 1000;
constexpr mode_t kOfOthers = 0077;
constexpr size_t kAccessIdLength = 128;

Error WrongLine(const std::string& path, size_t line, std::string_view why) {
  // The line itself has a secret, so it is not shown.
  return Error{ErrorCode::kInvalidCommand,
               path + ", line " + std::to_string(line) + ": " + std::string(why),
               {},
               "a line is ACCESS_ID SECRET USER; a line without USER is of the owner"};
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

SignedHead HeadOf(const http::Request& request) {
  SignedHead head{std::string(request.method), std::string(request.target), {}};
  request.parts->EachHeader([&](std::string_view name, std::string_view value) {
    head.headers[ToLower(name)] = std::string(value);
  });
  return head;
}

Answer Unsigned(std::string_view why) { return XmlError(401, "Unauthorized", why); }

std::string DayOf(int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d", &parts)};
}

// The key of version 4 is of the day on which the request is made.
bool IsDayOf(std::string_view day, int64_t ms) {
  return day.empty() || day == DayOf(ms - kMostSkewMs) || day == DayOf(ms + kMostSkewMs);
}

}  // namespace

Result<Identities> Identities::Read(const std::string& path) {
  PAISQL_TRY(CheckMode(path));
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  Identities read;
  read.checks_ = true;
  size_t number = 0;
  for (const std::string& line : Split(text, '\n')) {
    ++number;
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    if (words.size() != 2 && words.size() != 3)
      return WrongLine(path, number, "it has not 3 words");
    const std::string& id = words.front();
    if (id.size() > kAccessIdLength || id.find_first_of("/:,") != std::string::npos) {
      return WrongLine(path, number, "an access id has no '/', ':' or ','");
    }
    Identity one{words[1], words.size() == 2 || words[2] == "-" ? "" : words[2]};
    if (!one.user.empty()) {
      const auto whole = access::ReadUser(one.user, "");
      if (!whole.ok() || whole->find("$:") != std::string::npos) {
        return WrongLine(path, number, "'" + one.user + "' is not the whole name of a user");
      }
      one.user = *whole;
    }
    if (!read.identities_.emplace(id, std::move(one)).second) {
      return WrongLine(path, number, "the access id " + id + " is there twice");
    }
  }
  return read;
}

std::variant<std::string, Answer> Identities::Judge(const http::Request& head,
                                                    std::string_view prefix, int64_t now_ms) const {
  const SignedHead asked = HeadOf(head);
  if (!checks_) {
    // Else any page that the owner looks at could send statements here.
    if (!asked.headers.contains("origin")) return std::string();
    return XmlError(403, "NoPermission", "pages in browsers may not ask a server without users");
  }
  const std::optional<Authorization> given = ReadAuthorization(head.authorization);
  if (!given.has_value()) {
    return Unsigned("The request authorization header is invalid or missing.");
  }
  const auto known = identities_.find(given->access_id);
  const bool fits =
      known != identities_.end() &&
      std::ranges::any_of(CanonicalTexts(asked, prefix), [&](const std::string& text) {
        return SameSecrets(SignatureOf(text, known->second.secret, *given), given->signature);
      });
  if (!fits) {
    return Unsigned(
        "ODPS-0410051:Invalid credentials - the access id is not known here, or the signature is "
        "not that of its secret");
  }
  const std::optional<int64_t> date = ReadHttpDate(head.date);
  if (!date || std::llabs(now_ms - *date) > kMostSkewMs || !IsDayOf(given->day, now_ms)) {
    return XmlError(403, "RequestTimeTooSkewed",
                    "The request's Date is more than 15 minutes from the server's time.");
  }
  return known->second.user;
}

}  // namespace paisql::rest
