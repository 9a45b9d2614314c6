#include "workers/missing_module.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace paisql::workers {

namespace {

// A module, and the package that has it, where the two have different names.
struct ModulePackage {
  std::string_view module;
  std::string_view package;
};

constexpr std::array kPackages = {
    ModulePackage{"Crypto", "pycryptodome"},
    ModulePackage{"MySQLdb", "mysqlclient"},
    ModulePackage{"OpenSSL", "pyOpenSSL"},
    ModulePackage{"PIL", "Pillow"},
    ModulePackage{"absl", "absl-py"},
    ModulePackage{"attr", "attrs"},
    ModulePackage{"bs4", "beautifulsoup4"},
    ModulePackage{"cv2", "opencv-python-headless"},
    ModulePackage{"dateutil", "python-dateutil"},
    ModulePackage{"docx", "python-docx"},
    ModulePackage{"dotenv", "python-dotenv"},
    ModulePackage{"faiss", "faiss-cpu"},
    ModulePackage{"fitz", "PyMuPDF"},
    ModulePackage{"git", "GitPython"},
    ModulePackage{"jwt", "PyJWT"},
    ModulePackage{"kafka", "kafka-python"},
    ModulePackage{"magic", "python-magic"},
    ModulePackage{"odps", "pyodps"},
    ModulePackage{"pkg_resources", "setuptools"},
    ModulePackage{"rapidjson", "python-rapidjson"},
    ModulePackage{"serial", "pyserial"},
    ModulePackage{"skimage", "scikit-image"},
    ModulePackage{"sklearn", "scikit-learn"},
    ModulePackage{"slugify", "python-slugify"},
    ModulePackage{"snappy", "python-snappy"},
    ModulePackage{"tensorflow_hub", "tensorflow-hub"},
    ModulePackage{"tensorflow_probability", "tensorflow-probability"},
    ModulePackage{"tf_slim", "tf-slim"},
    ModulePackage{"yaml", "PyYAML"},
    ModulePackage{"zmq", "pyzmq"},
};

// Modules that stand here in another way or not at all, so installing a package would not help.
constexpr std::array<std::string_view, 8> kNoPackages = {
    "tensorflow", "tensorflow_core", "paisql", "pai", "paiio", "common_io", "akdl", "pyalink"};

// Whether a folder of the script's has a package of this name, at its top or one folder below.
bool IsOwnPackage(const std::string& work, std::string_view package) {
  namespace fs = std::filesystem;
  std::error_code code;
  if (work.empty() || package.empty()) return false;
  if (fs::is_directory(fs::path(work) / package, code)) return true;
  for (const fs::directory_entry& entry : fs::directory_iterator(work, code)) {
    if (entry.is_directory(code) && fs::is_directory(entry.path() / package, code)) return true;
  }
  return false;
}

}  // namespace

std::string CureOfMissingModule(std::string_view failure, const std::string& python,
                                const std::string& work) {
  constexpr std::string_view kBegin = "ModuleNotFoundError: No module named '";
  const size_t begin = failure.rfind(kBegin);
  if (begin == std::string_view::npos) return "";
  failure.remove_prefix(begin + kBegin.size());
  const std::string_view name = failure.substr(0, failure.find('\''));
  const std::string_view module = name.substr(0, name.find('.'));
  if (module.empty() ||
      std::find(kNoPackages.begin(), kNoPackages.end(), module) != kNoPackages.end()) {
    return "";
  }
  if (IsOwnPackage(work, module)) {
    return "the script's own package " + std::string(module) + " has no module " +
           std::string(name) + ": is its file in the archive, with an __init__.py in each folder?";
  }
  const auto known =
      std::find_if(kPackages.begin(), kPackages.end(),
                   [module](const ModulePackage& row) { return row.module == module; });
  const std::string command = python + " -m pip install ";
  if (known != kPackages.end()) return command + std::string(known->package) + " brings it";
  return "if it is a package of that name, " + command + std::string(module) + " brings it";
}

}  // namespace paisql::workers
