#include "jobs/script/script_environment.h"

#include <algorithm>
#include <cstdlib>

#include "base/process/process.h"
#include "base/text.h"
#include "jobs/script/withheld.h"

namespace paisql::jobs {

namespace {

constexpr std::string_view kOurs = "PAISQL_";

constexpr std::string_view kNames[] = {"PATH",
                                       "HOME",
                                       "USER",
                                       "LOGNAME",
                                       "SHELL",
                                       "LANG",
                                       "LANGUAGE",
                                       "TZ",
                                       "TERM",
                                       "TMPDIR",
                                       "TMP",
                                       "TEMP",
                                       "VIRTUAL_ENV",
                                       "HOSTNAME",
                                       "LD_LIBRARY_PATH",
                                       "LD_PRELOAD",
                                       "http_proxy",
                                       "https_proxy",
                                       "ftp_proxy",
                                       "all_proxy",
                                       "no_proxy",
                                       "HTTP_PROXY",
                                       "HTTPS_PROXY",
                                       "FTP_PROXY",
                                       "ALL_PROXY",
                                       "NO_PROXY",
                                       "KRB5CCNAME",
                                       "KRB5_CONFIG",
                                       "JAVA_HOME",
                                       "CLASSPATH",
                                       "LIBHDFS_OPTS",
                                       "MPLBACKEND",
                                       "MPLCONFIGDIR",
                                       "PERL5LIB",
                                       "NODE_PATH",
                                       "SSL_CERT_FILE",
                                       "SSL_CERT_DIR",
                                       "CURL_CA_BUNDLE",
                                       "MALLOC_CONF",
                                       "REQUESTS_CA_BUNDLE",
                                       "ASAN_OPTIONS",
                                       "LSAN_OPTIONS",
                                       "TSAN_OPTIONS",
                                       "UBSAN_OPTIONS"};

// Families: every name that begins so.
constexpr std::string_view kFamilies[] = {
    "LC_",       "TF_",     "CUDA_",    "NVIDIA_", "NCCL_",  "CUDNN_", "XLA_",
    "PYTHON",    "CONDA_",  "OMP_",     "KMP_",    "MKL_",   "GOMP_",  "GRPC_",
    "OPENBLAS_", "ONEDNN_", "MALLOC_",  "TFDS_",   "XDG_",   "HIP_",   "ROCR_",
    "HSA_",      "TBB_",    "NUMEXPR_", "HADOOP_", "KERAS_", "PIP_",   kOurs};

// Variables that only shells need.
constexpr std::string_view kOfShells[] = {"PWD", "OLDPWD", "SHLVL", "_", "LS_COLORS", "PS1"};

bool IsForScripts(std::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         std::any_of(std::begin(kFamilies), std::end(kFamilies),
                     [name](std::string_view family) { return name.starts_with(family); });
}

}  // namespace

EnvironmentChoice ChooseEnvironment(const std::map<std::string, std::string>& settings) {
  EnvironmentChoice choice;
  for (const auto& [key, value] : settings) {
    if (EqualsIgnoreCase(key, kEnvironmentSetting)) choice.all = EqualsIgnoreCase(value, "all");
    if (key.size() > kNamedVariables.size() &&
        EqualsIgnoreCase(key.substr(0, kNamedVariables.size()), kNamedVariables)) {
      choice.named[key.substr(kNamedVariables.size())] = value;
    }
  }
  return choice;
}

bool MayBeNamed(std::string_view variable) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !variable.empty() && !(variable[0] >= '0' && variable[0] <= '9') &&
         std::all_of(variable.begin(), variable.end(), fits) && !variable.starts_with(kOurs);
}

std::vector<std::string> ScriptEnvironment(
    const EnvironmentChoice& choice,
    const std::vector<std::pair<std::string, std::string>>& changes) {
  std::map<std::string, std::string> values;
  for (const std::string& entry : EnvironmentWith({})) {
    const size_t equals = entry.find('=');
    const std::string name = entry.substr(0, equals);
    if (choice.all || IsForScripts(name)) values[name] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : choice.named) values[name] = value;
  for (const auto& [name, value] : changes) values[name] = value;
  std::vector<std::string> environment;
  for (const auto& [name, value] : values) environment.push_back(name + "=" + value);
  return environment;
}

std::vector<std::string> WithheldVariables(const EnvironmentChoice& choice) {
  std::vector<std::string> names;
  if (choice.all) return names;
  for (const std::string& entry : EnvironmentWith({})) {
    const std::string name = entry.substr(0, entry.find('='));
    const bool of_shells =
        std::find(std::begin(kOfShells), std::end(kOfShells), name) != std::end(kOfShells);
    if (of_shells || IsForScripts(name) || choice.named.contains(name)) continue;
    if (MayBeNamed(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

const char* Variable(const EnvironmentChoice& choice, const std::string& name) {
  const auto named = choice.named.find(name);
  return named != choice.named.end() ? named->second.c_str() : std::getenv(name.c_str());
}

}  // namespace paisql::jobs
