#include "pai/job/confinement.h"

#include <filesystem>
#include <optional>
#include <string>

#include "base/text.h"
#include "oss/access.h"
#include "oss/bucket.h"
#include "pai/job/bucket_access.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSetting = "paisql.job.confine";
constexpr const char* kFoldersSetting = "paisql.job.confine.folders";
constexpr const char* kConfineVariable = "PAISQL_CONFINE";
constexpr std::string_view kVolumeVariable = "PAISQL_VOLUME_";
constexpr std::string_view kNamingBuckets[] = {"buckets", "checkpointDir", "summaryDir"};

std::string SettingOf(const BuildContext& context, const std::string& key) {
  if (context.settings == nullptr) return "";
  const auto found = context.settings->find(key);
  return found == context.settings->end() ? "" : found->second;
}

class Folders {
 public:
  void Read(const std::string& path) { Add("ro ", path); }
  void Write(const std::string& path) { Add("rw ", path); }
  const std::string& text() const { return text_; }

 private:
  // The kernel goes by where a folder lies, not by a link to it.
  void Add(const char* right, const std::string& path) {
    std::error_code code;
    const fs::path real = fs::weakly_canonical(path, code);
    if (path.find('\n') == std::string::npos) text_ += right + (code ? path : real.string()) + "\n";
  }

  std::string text_;
};

bool MayWrite(const std::optional<oss::Access>& access, const std::string& bucket) {
  if (!access.has_value()) return true;
  const std::string name = "oss://" + bucket + "/";
  return access->Refusal(name, oss::Action::kPutObject, oss::Action::kDeleteObjects).empty();
}

bool MayRead(const std::optional<oss::Access>& access, const std::string& bucket) {
  if (!access.has_value()) return true;
  const std::string name = "oss://" + bucket + "/";
  return access->Refusal(name, oss::Action::kGetObject, oss::Action::kListObjects).empty();
}

void AddBuckets(const Parameters& parameters, const BuildContext& context,
                const jobs::JobSpec& spec, Folders* folders) {
  std::optional<oss::Access> access;
  const auto rules = spec.environment.find(kAccessVariable);
  if (rules != spec.environment.end()) access = oss::Access::Parse(rules->second);
  for (const std::string_view name : kNamingBuckets) {
    const syntax::PaiParameter* parameter = parameters.Find(name);
    if (parameter == nullptr) continue;
    for (const Part& part : SplitValue(*parameter, context)) {
      const auto url = oss::ParseOssUrl(part.text);
      if (!url.ok()) continue;
      const std::string path = context.names.catalog().home().OssPath() + "/" + url->bucket;
      // A bucket at an endpoint gives its description: the network decides what may be done there.
      if (IsAtEndpoint(part.text, context)) {
        folders->Read(path);
      } else if (MayWrite(access, url->bucket)) {
        folders->Write(path);
      } else if (MayRead(access, url->bucket)) {
        folders->Read(path);
      }
    }
  }
}

}  // namespace

Status AddConfinement(const Parameters& parameters, const BuildContext& context,
                      jobs::JobSpec* spec) {
  if (!EqualsIgnoreCase(SettingOf(context, kSetting), "true")) return Status::Ok();
  const store::Home& home = context.names.catalog().home();
  Folders folders;
  folders.Read(home.WarehousePath());
  folders.Read(home.ResourcesPath());
  AddBuckets(parameters, context, *spec, &folders);
  for (const auto& [name, value] : spec->environment) {
    if (std::string_view(name).starts_with(kVolumeVariable)) folders.Read(value);
  }
  for (const std::string& folder : Split(SettingOf(context, kFoldersSetting), ':')) {
    if (!Trim(folder).empty()) folders.Read(std::string(Trim(folder)));
  }
  spec->environment[kConfineVariable] = folders.text();
  return Status::Ok();
}

void AllowReading(const std::string& folder, jobs::JobSpec* spec) {
  const auto confined = spec->environment.find(kConfineVariable);
  if (folder.empty() || confined == spec->environment.end()) return;
  Folders folders;
  folders.Read(folder);
  confined->second += folders.text();
}

void AllowWriting(const std::string& folder, jobs::JobSpec* spec) {
  const auto confined = spec->environment.find(kConfineVariable);
  if (folder.empty() || confined == spec->environment.end()) return;
  Folders folders;
  folders.Write(folder);
  confined->second += folders.text();
}

}  // namespace paisql::pai
