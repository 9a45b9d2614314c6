#include "engine/bindings.h"

#include <utility>

#include "base/assert.h"
#include "plan/traverse.h"

namespace paisql::engine {

void Bindings::SetFiles(const plan::Scan& scan, store::FileListing files) {
  files_[&scan] = std::move(files);
  kept_.erase(&scan);
  ranges_.erase(&scan);
}

void Bindings::KeepRange(const plan::Scan& scan, Range range) {
  ranges_.insert_or_assign(&scan, range);
}

const Bindings::Range* Bindings::RangeOf(const plan::Scan& scan) const {
  const auto found = ranges_.find(&scan);
  return found == ranges_.end() ? nullptr : &found->second;
}

size_t Bindings::NumberOf(const plan::Scan& scan, size_t file) const {
  const auto found = kept_.find(&scan);
  return found == kept_.end() ? file : found->second.at(file);
}

const store::FileListing* Bindings::FilesOf(const plan::Scan& scan) const {
  const auto found = files_.find(&scan);
  return found == files_.end() ? nullptr : &found->second;
}

void Bindings::KeepFiles(const plan::Scan& scan, const std::vector<size_t>& files) {
  std::vector<store::DataFile>& listed = files_.at(&scan).files;
  std::vector<store::DataFile> kept;
  std::vector<size_t> numbers;
  for (const size_t file : files) {
    numbers.push_back(NumberOf(scan, file));
    kept.push_back(std::move(listed.at(file)));
  }
  listed = std::move(kept);
  kept_[&scan] = std::move(numbers);
}

void Bindings::SetAnswer(const plan::Transform& transform, std::vector<std::string> files) {
  answers_[&transform] = std::move(files);
}

const std::vector<std::string>* Bindings::AnswerOf(const plan::Transform& transform) const {
  const auto found = answers_.find(&transform);
  return found == answers_.end() ? nullptr : &found->second;
}

void Bindings::BindCopy(const plan::Relation& original, const plan::Relation& copy) {
  const std::vector<const plan::Relation*> from = plan::CollectRelations(original);
  const std::vector<const plan::Relation*> to = plan::CollectRelations(copy);
  PAISQL_ASSERT(from.size() == to.size(), "a plan's copy has other operators than the plan");
  for (size_t i = 0; i < from.size(); ++i) {
    if (const auto files = files_.find(from[i]); files != files_.end()) {
      store::FileListing listing = files->second;
      files_[to[i]] = std::move(listing);
    }
    if (const auto kept = kept_.find(from[i]); kept != kept_.end()) {
      std::vector<size_t> numbers = kept->second;
      kept_[to[i]] = std::move(numbers);
    }
    if (const auto range = ranges_.find(from[i]); range != ranges_.end()) {
      const Range copied = range->second;
      ranges_.insert_or_assign(to[i], copied);
    }
    if (const auto answer = answers_.find(from[i]); answer != answers_.end()) {
      std::vector<std::string> paths = answer->second;
      answers_[to[i]] = std::move(paths);
    }
  }
}

plan::FactsOfScan Bindings::Facts() const {
  return [this](const plan::Scan& scan) -> std::optional<plan::ScanFacts> {
    const store::FileListing* files = FilesOf(scan);
    if (files == nullptr) return std::nullopt;
    plan::ScanFacts facts;
    for (const store::DataFile& file : files->files) facts.rows += file.rows;
    facts.partitions_read = static_cast<int64_t>(files->partitions.size());
    facts.partitions = files->partition_count;
    return facts;
  };
}

}  // namespace paisql::engine
