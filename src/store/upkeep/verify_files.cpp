// Whether data files and resources are there, and what they were.

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <system_error>

#include "base/display/amounts.h"
#include "store/files/block_sums.h"
#include "store/files/files.h"
#include "store/files/partition_key.h"
#include "store/files/sha256.h"
#include "store/home/lease_files.h"
#include "store/upkeep/verification_parts.h"

namespace paisql::store {
namespace {

// How much is checked between two reports of the progress.
constexpr int64_t kBatchBytes = 64 << 20;
constexpr size_t kBatchFiles = 256;

// As docs/tools.md lists them.
std::string KindName(DamageKind kind) {
  switch (kind) {
    case DamageKind::kMissing:
      return "missing-file";
    case DamageKind::kUnreadable:
      return "unreadable-file";
    case DamageKind::kWrong:
      return "damaged-file";
  }
  PAISQL_UNREACHABLE("a kind of damage without a name");
}

Result<std::vector<ListedFile>> ListAll(Verification& work) {
  PAISQL_ASSIGN(Statement list,
                work.db.Prepare("SELECT d.id, d.table_id, p.name || '.' || t.name, "
                                "COALESCE(s.key, ''), d.path, d.rows, d.bytes, d.schema_version, "
                                "d.partition_id, d.block_sums FROM data_files d "
                                "JOIN tables t ON t.id = d.table_id "
                                "JOIN projects p ON p.id = t.project_id "
                                "LEFT JOIN partitions s ON s.id = d.partition_id "
                                "WHERE d.removed_at IS NULL ORDER BY d.table_id, d.id"));
  std::vector<ListedFile> files;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return files;
    ListedFile listed;
    listed.id = list.Int(0);
    listed.table_id = list.Int(1);
    const std::string table = list.Text(2);
    const std::string key = list.Text(3);
    listed.object = key.empty() ? table : table + "/" + key;
    listed.place = key.empty() ? "table " + table : "partition " + key + " of table " + table;
    listed.path = list.Text(4);
    // A path that leads elsewhere was reported as a bad row, and is not touched.
    if (!StaysBelow(listed.path, "warehouse")) continue;
    listed.file.path = work.home.path() + "/" + listed.path;
    listed.file.rows = list.Int(5);
    listed.file.bytes = list.Int(6);
    listed.file.schema_version = static_cast<int>(list.Int(7));
    listed.file.partition_id = list.Int(8);
    listed.file.block_sums = list.Bytes(9);
    files.push_back(std::move(listed));
  }
}

class DataFiles {
 public:
  DataFiles(Verification& work, std::vector<ListedFile> files)
      : work_(work), files_(std::move(files)) {
    for (const ListedFile& listed : files_) total_ += std::max<int64_t>(listed.file.bytes, 0);
  }

  Status Verify() {
    if (work_.bucket != nullptr) return VerifyObjects();
    for (size_t begin = 0; begin < files_.size();) {
      size_t end = begin;
      int64_t bytes = 0;
      do {
        bytes += std::max<int64_t>(files_[end++].file.bytes, 0);
      } while (end < files_.size() && bytes < kBatchBytes && end - begin < kBatchFiles);
      PAISQL_TRY(VerifyBatch(begin, end));
      work_.summary.bytes += bytes;
      if (work_.options.progress) work_.options.progress(work_.summary.bytes, total_);
      begin = end;
    }
    work_.summary.files += static_cast<int64_t>(files_.size());
    return ReportUnsummed();
  }

 private:
  // That the bucket has the objects in their sizes, and no others. Their blocks are held to the
  // checksums when they are read.
  Status VerifyObjects() {
    WarehouseBucket& bucket = *work_.bucket;
    PAISQL_ASSIGN(auto sizes, bucket.List(work_.options.stop));
    for (const ListedFile& listed : files_) {
      PAISQL_TRY(work_.CheckStopped());
      const auto found = sizes.find(listed.file.path);
      int64_t bytes = found == sizes.end() ? -1 : found->second;
      if (found != sizes.end()) sizes.erase(found);
      // A store may list late what it has.
      if (bytes < 0) {
        PAISQL_ASSIGN(bytes, bucket.SizeOf(listed.file.path, work_.options.stop));
      }
      if (bytes != listed.file.bytes) PAISQL_TRY(ReportObject(listed, bytes));
      work_.summary.bytes += std::max<int64_t>(bytes, 0);
      if (work_.options.progress) work_.options.progress(work_.summary.bytes, total_);
    }
    work_.summary.files += static_cast<int64_t>(files_.size());
    return ReportUnlisted(sizes);
  }

  Status ReportObject(const ListedFile& listed, int64_t bytes) {
    if (bytes < 0) return ReportDamage(listed, {&listed.file, "is missing", DamageKind::kMissing});
    const std::string what = "is damaged: it has " + std::to_string(bytes) + " bytes instead of " +
                             std::to_string(listed.file.bytes);
    return ReportDamage(listed, {&listed.file, what, DamageKind::kWrong});
  }

  // Objects of the bucket that no table lists, and whose writer is gone, are left by a machine that
  // has lost its copies. Other homes may have theirs below the same prefix, so nothing removes
  // them.
  Status ReportUnlisted(const std::map<std::string, int64_t>& sizes) {
    PAISQL_ASSIGN(Statement find, work_.db.Prepare("SELECT 1 FROM data_files WHERE path = ?1"));
    for (const auto& [path, bytes] : sizes) {
      const std::string lease = LeaseOfPath(path);
      if (!lease.empty() && IsLeased(work_.home, lease)) continue;
      PAISQL_ASSIGN(const bool known, find.Bind(path.substr(work_.home.path().size() + 1)).Step());
      if (known) continue;
      // A store may list for a while what it has no more.
      PAISQL_ASSIGN(const int64_t there, work_.bucket->SizeOf(path, work_.options.stop));
      if (there < 0) continue;
      work_.Report({Severity::kNote, "unlisted-object", work_.bucket->NameOf(path), "",
                    "no table lists these " + std::to_string(bytes) + " bytes"});
    }
    return Status::Ok();
  }

  Status VerifyBatch(size_t begin, size_t end) {
    while (begin < end) {
      std::vector<FileRead> reads;
      for (size_t i = begin; i < end; ++i) reads.push_back({&files_[i].file, nullptr});
      const Result<std::optional<FileDamage>> checked = check_.Check(reads, work_.options.stop);
      PAISQL_TRY(work_.CheckStopped());
      if (!checked.ok() && end - begin > 1) {
        // Which file it is about is found out one by one.
        for (size_t i = begin; i < end; ++i) PAISQL_TRY(VerifyBatch(i, i + 1));
        return Status::Ok();
      }
      if (!checked.ok()) {
        work_.Report({Severity::kError, "unreadable-file", files_[begin].object, files_[begin].path,
                      checked.error().detail});
        return Status::Ok();
      }
      size_t damaged = end;
      if (checked->has_value()) {
        const auto read = std::find_if(reads.begin(), reads.end(), [&](const FileRead& one) {
          return one.file == (*checked)->file;
        });
        damaged = begin + static_cast<size_t>(read - reads.begin());
      }
      for (size_t i = begin; i < damaged; ++i) PAISQL_TRY(LookAtUnsummed(files_[i]));
      if (damaged < end) PAISQL_TRY(ReportDamage(files_[damaged], **checked));
      begin = damaged + 1;
    }
    return Status::Ok();
  }

  // A file of an older catalog, for which there are no checksums.
  Status LookAtUnsummed(const ListedFile& listed) {
    if (!listed.file.block_sums.empty() || listed.file.bytes == 0) return Status::Ok();
    const std::optional<FileDamage> damage = LookAtFooter(listed.file);
    if (damage.has_value()) return ReportDamage(listed, *damage);
    unsummed_.push_back(&listed);
    return Status::Ok();
  }

  // Files that an earlier commit has replaced, and that are still there.
  Result<std::string> Replaced(const ListedFile& listed) {
    PAISQL_ASSIGN(Statement find,
                  work_.db.Prepare("SELECT path, rows FROM data_files WHERE table_id = ?1 AND "
                                   "partition_id = ?2 AND removed_at IS NOT NULL ORDER BY id"));
    find.Bind(listed.table_id, listed.file.partition_id);
    std::string text;
    while (true) {
      PAISQL_ASSIGN(const bool found, find.Step());
      if (!found) return text;
      const std::string path = find.Text(0);
      if (!StaysBelow(path, "warehouse") || !FileExists(work_.home.path() + "/" + path)) continue;
      text += text.empty() ? "; what was replaced is still there until the next sweep, copy it: "
                           : ", ";
      text += path + " (" + Counted(find.Int(1), "row") + ")";
    }
  }

  bool GivesUp(DamageKind kind) const {
    if (!work_.options.repair || kind == DamageKind::kUnreadable) return false;
    if (work_.bucket != nullptr) return false;  // there is no file to set aside
    return kind == DamageKind::kWrong || work_.options.give_up_missing;
  }

  Status ReportDamage(const ListedFile& listed, const FileDamage& damage) {
    Finding finding{
        Severity::kError, KindName(damage.kind), listed.object, listed.path,
        damage.what + "; " + Counted(listed.file.rows, "row") + " of " + listed.place +
            " cannot be read: put the file back from a copy of the home, or write the " +
            (listed.file.partition_id != 0 ? "partition" : "table") +
            " anew with INSERT OVERWRITE"};
    PAISQL_ASSIGN(const std::string replaced, Replaced(listed));
    finding.text += replaced;
    if (GivesUp(damage.kind)) {
      PAISQL_ASSIGN(finding.repair, SetAside(work_, listed, damage));
    }
    work_.Report(finding);
    return Status::Ok();
  }

  // One line for each table or partition.
  Status ReportUnsummed() {
    for (size_t begin = 0; begin < unsummed_.size();) {
      size_t end = begin;
      while (end < unsummed_.size() && unsummed_[end]->object == unsummed_[begin]->object) ++end;
      Finding finding{Severity::kWarning, "no-checksum", unsummed_[begin]->object, "",
                      std::to_string(end - begin) +
                          " of its data files have no checksums, as an older version wrote them; "
                          "--repair makes them"};
      if (work_.options.repair) {
        for (size_t i = begin; i < end; ++i) {
          PAISQL_TRY(work_.CheckStopped());
          PAISQL_TRY(MakeSums(*unsummed_[i]));
        }
        finding.repair = "made checksums of what the files hold now";
      }
      work_.Report(finding);
      begin = end;
    }
    return Status::Ok();
  }

  Status MakeSums(const ListedFile& listed) {
    PAISQL_ASSIGN(const std::string sums, MakeBlockSums(listed.file.path));
    PAISQL_ASSIGN(CatalogWrite write, work_.BeginWrite());
    PAISQL_TRY(
        work_.db.Run("UPDATE data_files SET block_sums = ?2 WHERE id = ?1 AND path = ?3 "
                     "AND block_sums IS NULL",
                     listed.id, Blob{sums}, listed.path));
    return write.Commit();
  }

  Verification& work_;
  std::vector<ListedFile> files_;
  std::vector<const ListedFile*> unsummed_;
  int64_t total_ = 0;
  FileCheck check_;
};

// The damage of a resource's copy; "" when it is right.
Result<std::string> LookAtResource(const Verification& work, const std::string& path, int64_t bytes,
                                   const std::string& sha256) {
  struct stat status {};
  const Descriptor file = OpenRegularFile(path, &status);
  if (!file.open()) {
    if (errno == 0) return std::string("is damaged: it is not a file any more");
    if (errno == ENOENT || errno == ENOTDIR) return std::string("is missing");
    return "cannot be read: " + std::generic_category().message(errno);
  }
  if (status.st_size != bytes) {
    return "is damaged: it has " + std::to_string(status.st_size) + " bytes instead of " +
           std::to_string(bytes);
  }
  Sha256 digest;
  std::string buffer(1 << 20, '\0');
  for (int64_t offset = 0; offset < bytes;) {
    PAISQL_TRY(work.CheckStopped());
    const int64_t count = ReadAt(file, offset, buffer.data(), static_cast<int64_t>(buffer.size()));
    if (count < 0) return "cannot be read: " + std::generic_category().message(errno);
    if (count == 0) break;
    digest.Add(reinterpret_cast<const unsigned char*>(buffer.data()), static_cast<size_t>(count));
    offset += count;
  }
  return digest.Finish() == sha256 ? std::string() : "is damaged: its SHA-256 differs";
}

}  // namespace

Status VerifyDataFiles(Verification& work) {
  PAISQL_ASSIGN(const auto tables,
                work.db.QueryInt("SELECT COUNT(*) FROM tables WHERE kind = 'table'"));
  work.summary.tables = tables.value_or(0);
  PAISQL_ASSIGN(std::vector<ListedFile> files, ListAll(work));
  return DataFiles(work, std::move(files)).Verify();
}

Status VerifyResources(Verification& work) {
  PAISQL_ASSIGN(
      Statement list,
      work.db.Prepare("SELECT p.name || '/' || r.name, r.path, r.bytes, r.sha256, r.kind, "
                      "r.source FROM resources r JOIN projects p ON p.id = r.project_id "
                      "WHERE r.path IS NOT NULL ORDER BY r.id"));
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    const std::string path = list.Text(1);
    if (!StaysBelow(path, "resources")) continue;
    PAISQL_ASSIGN(const std::string what,
                  LookAtResource(work, work.home.path() + "/" + path, list.Int(2), list.Text(3)));
    ++work.summary.files;
    work.summary.bytes += list.Int(2);
    if (what.empty()) continue;
    work.Report({Severity::kError, what == "is missing" ? "missing-resource" : "damaged-resource",
                 list.Text(0), path,
                 what + "; it came from " + list.Text(5) + ": ADD " + list.Text(4) +
                     " … -f puts it there again, DROP RESOURCE gives it up"});
  }
}

Status VerifyModels(Verification& work) {
  PAISQL_ASSIGN(Statement list,
                work.db.Prepare("SELECT p.name || '/' || m.name || ' version ' || v.version, "
                                "f.path, f.bytes, f.sha256, v.source FROM model_files f "
                                "JOIN model_versions v ON v.id = f.version_id "
                                "JOIN models m ON m.id = v.model_id "
                                "JOIN projects p ON p.id = m.project_id ORDER BY f.path"));
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    const std::string path = list.Text(1);
    if (!StaysBelow(path, "models")) continue;
    PAISQL_ASSIGN(const std::string what,
                  LookAtResource(work, work.home.path() + "/" + path, list.Int(2), list.Text(3)));
    ++work.summary.files;
    work.summary.bytes += list.Int(2);
    if (what.empty()) continue;
    work.Report(
        {Severity::kError, what == "is missing" ? "missing-model" : "damaged-model", list.Text(0),
         path,
         what + "; it came from " + list.Text(4) +
             ": ALTER MODEL … ADD VERSION makes a new one of it, ALTER MODEL … DROP VERSION "
             "or DROP MODEL gives it up"});
  }
}

}  // namespace paisql::store
