#include "nodes/run/node_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/secrets/redact.h"
#include "nodes/model/values.h"

namespace paisql::nodes {

namespace {

constexpr const char* kCodeFiles[] = {"code.py", "code.sh"};
// A node's arguments and answer, and a task that was too long for a message.
constexpr const char* kPassingFiles[] = {"arguments", "conditions", "answer", "log.task"};

bool IsNameLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// "${api_token}", "$api_token", "@@{api_token}": whether one of the names in a value is a secret's.
bool NamesSecret(std::string_view expression) {
  for (size_t at = expression.find_first_of("$@"); at != std::string_view::npos;
       at = expression.find_first_of("$@", at + 1)) {
    size_t begin = expression.find_first_not_of("$@{", at);
    if (begin == std::string_view::npos) return false;
    size_t end = begin;
    while (end < expression.size() && IsNameLetter(expression[end])) ++end;
    const std::string_view name = expression.substr(begin, end - begin);
    if (IsSecretName(name) || IsSecretName(name.substr(name.rfind('.') + 1))) return true;
  }
  return false;
}

void Remove(const std::string& path) {
  std::error_code failure;
  std::filesystem::remove(path, failure);
}

}  // namespace

std::vector<std::string> SecretValues(const std::vector<Resolved>& parameters) {
  // A shorter one would be found in every text.
  constexpr size_t kShortest = 4;
  std::vector<std::string> values;
  for (const Resolved& one : parameters) {
    if (one.value.size() < kShortest) continue;
    const bool secret =
        RedactValue(one.name, one.value) != one.value || NamesSecret(one.expression);
    if (secret) values.push_back(one.value);
  }
  std::ranges::sort(values, [](const std::string& left, const std::string& right) {
    return left.size() > right.size();
  });
  return values;
}

std::string WithoutSecrets(std::string text, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    for (size_t at = text.find(value); at != std::string::npos;
         at = text.find(value, at + kRedacted.size())) {
      text.replace(at, value.size(), kRedacted);
    }
  }
  return text;
}

Status MakeNodeFolder(const std::string& folder) {
  constexpr mode_t kOwnFolder = 0700;
  PAISQL_TRY(MakeFolders(folder));
  const std::string run = ParentFolder(folder);
  if (chmod(run.c_str(), kOwnFolder) != 0) return FileError("make the folder", run, errno);
  return Status::Ok();
}

void HideSecrets(const std::string& folder, const std::vector<std::string>& values) {
  for (const char* name : kPassingFiles) Remove(folder + "/" + name);
  // Code has them in its literals, too; the longest go first.
  std::vector<std::string> written = values;
  for (const std::string& value : values) written.push_back(InLiteral(value));
  std::ranges::sort(written, [](const std::string& left, const std::string& right) {
    return left.size() > right.size();
  });
  for (const char* name : kCodeFiles) {
    const std::string path = folder + "/" + name;
    const Result<std::string> code = ReadFile(path);
    if (!code.ok()) continue;
    const std::string hidden = WithoutSecrets(*code, written);
    if (hidden == *code) continue;
    if (!WriteNewFile(path, hidden, NewFileKind::kOwnPassing).ok()) Remove(path);
  }
}

void ForgetCode(const std::string& folder) {
  for (const char* name : kPassingFiles) Remove(folder + "/" + name);
  for (const char* name : kCodeFiles) Remove(folder + "/" + name);
}

}  // namespace paisql::nodes
