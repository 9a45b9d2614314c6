#include "store/home/private_texts.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hex.h"

namespace paisql::store {

namespace {

constexpr std::string_view kBegin = "file:";
constexpr size_t kDigits = 32;
constexpr mode_t kOwnFile = 0600;
constexpr mode_t kOwnFolder = 0700;
constexpr mode_t kOthers = 0077;

bool IsDigit(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
}

}  // namespace

PrivateTexts::PrivateTexts(const Home& home) : folder_(home.path() + "/services/private") {}

std::string PrivateTexts::PathOf(std::string_view reference) const {
  return folder_ + "/" + std::string(reference.substr(kBegin.size()));
}

Result<std::string> PrivateTexts::Put(std::string_view text) const {
  PAISQL_TRY(MakeFolders(folder_));
  // Also in a home that others may read.
  if (chmod(folder_.c_str(), kOwnFolder) != 0) return FileError("make", folder_, errno);
  std::string reference = std::string(kBegin) + RandomHex(kDigits);
  PAISQL_TRY(WriteNewFile(PathOf(reference), text, NewFileKind::kOwn));
  return reference;
}

std::optional<std::string> PrivateTexts::Get(const std::string& reference) const {
  const std::string path = PathOf(reference);
  struct stat found {};
  if (stat(folder_.c_str(), &found) == 0 && (found.st_mode & kOthers) != 0) {
    (void)chmod(folder_.c_str(), kOwnFolder);
  }
  if (stat(path.c_str(), &found) == 0 && (found.st_mode & kOthers) != 0) {
    (void)chmod(path.c_str(), kOwnFile);
  }
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return std::nullopt;
  return *text;
}

bool PrivateTexts::IsReference(std::string_view text) {
  return text.size() == kBegin.size() + kDigits && text.starts_with(kBegin) &&
         std::all_of(text.begin() + kBegin.size(), text.end(), IsDigit);
}

void PrivateTexts::FindReferences(std::string_view text, std::set<std::string>& references) {
  for (size_t at = text.find(kBegin); at != std::string_view::npos;
       at = text.find(kBegin, at + 1)) {
    const std::string_view one = text.substr(at, kBegin.size() + kDigits);
    if (IsReference(one)) references.emplace(one);
  }
}

std::vector<std::string> PrivateTexts::Unknown(const std::set<std::string>& known) const {
  std::vector<std::string> unknown;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, failure)) {
    const std::string reference = std::string(kBegin) + entry.path().filename().string();
    if (IsReference(reference) && !known.contains(reference)) unknown.push_back(reference);
  }
  return unknown;
}

void PrivateTexts::Remove(const std::vector<std::string>& references) const {
  for (const std::string& reference : references) (void)unlink(PathOf(reference).c_str());
}

}  // namespace paisql::store
