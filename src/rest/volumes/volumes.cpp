// Volumes and their partitions: lists, what is known of each, making and removing them.

#include <array>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/volumes/fs_objects.h"
#include "rest/volumes/volume_calls.h"

namespace paisql::rest {

namespace {

Answer VolumeXmlAnswer(std::string body) { return {200, "application/xml", std::move(body)}; }

// The SDK for Java takes the times of a volume from headers, one with a name of its own.
Answer MetaAnswer(std::string body, int64_t modified_ms) {
  const std::string date = HttpDate(modified_ms);
  return {200,
          "application/xml",
          std::move(body),
          {{"x-odps-creation-time", date}, {"Last-Modified", date}, {"Last_Modified", date}}};
}

std::string EntryFacts(const VolumeEntry& entry) {
  return Element("Length", std::to_string(entry.bytes)) +
         Element("FileNumber", std::to_string(entry.files)) +
         Element("CreationTime", HttpDate(entry.modified_ms)) +
         Element("LastModifiedTime", HttpDate(entry.modified_ms));
}

// The inner of <Volume> and of <Meta>.
Result<std::string> VolumeFacts(const std::string& name, const VolumeFolder& volumes) {
  PAISQL_ASSIGN(const std::string path, volumes.PathOf(name, ""));
  PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
  return Element("Name", name) + Element("Type", volumes.IsTree(name) ? "NEW" : "OLD") +
         Element("Comment", volumes.CommentOf(name)) + EntryFacts(entry);
}

// Whether a list that goes on after the page's marker, with names of the prefix, has the name.
bool IsListed(const Call& call, const Page& page, const std::string& name) {
  return ToLower(name).starts_with(ToLower(call.Get("name"))) &&
         (page.after.empty() || name > page.after);
}

Answer ListVolumes(const Call& call, Service& service) {
  return AnswerFromVolumes(call, service, "List",
                           [&](const VolumeFolder& volumes) -> Result<Answer> {
                             PAISQL_ASSIGN(const std::vector<std::string> names, volumes.Names());
                             const Page page = PageOf(call);
                             std::string list;
                             std::string next;
                             std::string last;
                             size_t count = 0;
                             for (const std::string& name : names) {
                               if (!IsListed(call, page, name)) continue;
                               if (count++ == page.most) {
                                 next = last;
                                 break;
                               }
                               last = name;
                               const Result<std::string> facts = VolumeFacts(name, volumes);
                               if (facts.ok())
                                 list += Nested("Volume", *facts);  // else it went meanwhile
                             }
                             return VolumeXmlAnswer(Nested("Volumes", PageXml(page, next) + list));
                           });
}

Answer GetVolumeMeta(const Call& call, Service& service) {
  if (NamesPath(call)) return GetFsMeta(call, service);
  return AnswerFromVolumes(call, service, "List",
                           [&](const VolumeFolder& volumes) -> Result<Answer> {
                             PAISQL_ASSIGN(const std::string name, volumes.Find(call.path[3]));
                             PAISQL_ASSIGN(const std::string facts, VolumeFacts(name, volumes));
                             PAISQL_ASSIGN(const std::string path, volumes.PathOf(name, ""));
                             PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
                             return MetaAnswer(Nested("Meta", facts), entry.modified_ms);
                           });
}

std::string ChildTextOf(const XmlElement& element, std::string_view child) {
  const XmlElement* const found = element.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

Answer CreateVolume(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  const std::string type = ToLower(ChildTextOf(document->root(), "Type"));
  if (type == "external") {
    return XmlError(400, "InvalidParameter",
                    "an external volume is not offered: a bucket keeps such files");
  }
  return AnswerFromVolumes(
      call, service, "CreateVolume", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const XmlElement& root = document->root();
        PAISQL_TRY(
            volumes.Make(ChildTextOf(root, "Name"), ChildTextOf(root, "Comment"), type == "new"));
        return Answer{201, "application/xml", ""};
      });
}

Answer DeleteVolume(const Call& call, Service& service) {
  if (NamesPath(call)) return DeleteFsObject(call, service);
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], ""));
        PAISQL_TRY(volumes.Remove(path));
        return Answer{200, "application/xml", ""};
      });
}

std::string PartitionFactsXml(const VolumeEntry& entry) {
  return Element("Name", entry.name) + Element("Type", "OLD") + EntryFacts(entry);
}

// The partitions of a volume, or what a path of a tree holds.
Answer ListVolume(const Call& call, Service& service) {
  if (NamesPath(call)) return ListFsObjects(call, service);
  return AnswerFromVolumes(
      call, service, "List", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], ""));
        PAISQL_ASSIGN(const std::vector<VolumeEntry> entries, EntriesOf(path));
        const Page page = PageOf(call);
        std::string list;
        std::string next;
        std::string last;
        size_t count = 0;
        for (const VolumeEntry& entry : entries) {
          if (!entry.folder || entry.name.starts_with('.')) continue;
          if (!IsListed(call, page, entry.name)) continue;
          if (count++ == page.most) {
            next = last;
            break;
          }
          last = entry.name;
          const Result<VolumeEntry> whole = EntryOf(path + "/" + entry.name);
          if (whole.ok()) list += Nested("Partition", PartitionFactsXml(*whole));
        }
        return VolumeXmlAnswer(Nested("Volume", PageXml(page, next) + Nested("Partitions", list)));
      });
}

Answer GetVolume(const Call& call, Service& service) {
  return NamesPath(call) ? ReadFsFile(call, service) : ListVolume(call, service);
}

// What the partition of the path holds.
Answer ListPartitionFiles(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "List", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], call.path[4]));
        PAISQL_ASSIGN(const std::vector<VolumeEntry> entries, EntriesOf(path));
        const Page page = PageOf(call);
        std::string list;
        std::string next;
        std::string last;
        size_t count = 0;
        for (const VolumeEntry& entry : entries) {
          if (!entry.name.starts_with(call.Get("name"))) continue;
          if (!page.after.empty() && entry.name <= page.after) continue;
          if (count++ == page.most) {
            next = last;
            break;
          }
          last = entry.name;
          list += Nested(
              "Item", Element("Name", entry.name) + Element("Length", std::to_string(entry.bytes)));
        }
        return VolumeXmlAnswer(Nested("Items", PageXml(page, next) + list));
      });
}

Answer GetVolumePartition(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "List", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], call.path[4]));
        PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
        return MetaAnswer(Nested("Meta", PartitionFactsXml(entry)), entry.modified_ms);
      });
}

Answer DeleteVolumePartition(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], call.path[4]));
        PAISQL_TRY(volumes.Remove(path));
        return Answer{200, "application/xml", ""};
      });
}

constexpr std::string_view kVolumes = "/projects/{}/volumes";
constexpr std::string_view kVolume = "/projects/{}/volumes/{}";
constexpr std::string_view kPartition = "/projects/{}/volumes/{}/{}";

constexpr std::array kVolumeRoutes = {
    Route{"GET", kVolumes, "", ListVolumes},
    Route{"POST", kVolumes, "", CreateVolume},
    Route{"GET", kVolume, "meta", GetVolumeMeta},
    Route{"GET", kVolume, "expectmarker", ListVolume},
    Route{"GET", kVolume, "", GetVolume},
    Route{"POST", kVolume, "", PostToVolume, BodyKind::kFile},
    Route{"PUT", kVolume, "meta", MoveFsObject},
    Route{"PUT", kVolume, "", CommitFsFile},
    Route{"DELETE", kVolume, "", DeleteVolume},
    Route{"GET", kPartition, "meta", GetVolumePartition},
    Route{"GET", kPartition, "path", ListPartitionFiles},
    Route{"GET", kPartition, "", GetVolumePartition},
    Route{"DELETE", kPartition, "", DeleteVolumePartition},
};

}  // namespace

std::span<const Route> VolumeRoutes() { return kVolumeRoutes; }

}  // namespace paisql::rest
