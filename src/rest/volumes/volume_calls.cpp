#include "rest/volumes/volume_calls.h"

#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kPathHeader = "x-odps-volume-fs-path";

}  // namespace

std::string PathBelowVolume(const Call& call) {
  std::string path;
  const std::vector<std::string> parts = Split(call.Header(kPathHeader), '/');
  // Clients write the volume first; empty parts come of slashes that they have twice.
  bool volume = true;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!volume) path += (path.empty() ? "" : "/") + part;
    volume = false;
  }
  return path;
}

bool NamesPath(const Call& call) { return !call.Header(kPathHeader).empty(); }

Answer AnswerFromVolumes(const Call& call, Service& service, std::string_view action,
                         const FromVolumes& make) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::string> project = ProjectOf(call, **catalog);
  if (!project.ok()) return XmlErrorOf(project.error());
  if (const Status may = RequireOfProject(call, **catalog, *project, action); !may.ok()) {
    return XmlErrorOf(may.error());
  }
  Result<Answer> answer = make(VolumeFolder((*catalog)->home(), *project));
  if (!answer.ok()) return XmlErrorOf(answer.error());
  return *std::move(answer);
}

std::string ItemXml(const std::string& path, const VolumeEntry& entry) {
  return Nested("Item", Element("Path", path) + Element("Isdir", entry.folder ? "true" : "false") +
                            Element("Length", std::to_string(entry.bytes)) +
                            Element("BlockReplications", std::to_string(entry.copies)) +
                            Element("CreationTime", HttpDate(entry.modified_ms)) +
                            Element("AccessTime", HttpDate(entry.modified_ms)) +
                            Element("ModificationTime", HttpDate(entry.modified_ms)));
}

}  // namespace paisql::rest
