#include "rest/call.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::rest {

namespace {

class TextReader final : public BodyReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}
  Result<std::string> Read(size_t most) override {
    std::string next(text_.substr(0, most));
    text_.remove_prefix(next.size());
    return next;
  }

 private:
  std::string_view text_;
};

class FileReader final : public BodyReader {
 public:
  explicit FileReader(std::shared_ptr<const http::SpooledBody> file) : file_(std::move(file)) {}
  Result<std::string> Read(size_t most) override {
    PAISQL_ASSIGN(std::string next, file_->ReadAt(offset_, most));
    offset_ += next.size();
    return next;
  }

 private:
  const std::shared_ptr<const http::SpooledBody> file_;
  uint64_t offset_ = 0;
};

bool IsNoText(std::string_view text) {
  return !IsValidUtf8(text) || text.find('\0') != std::string_view::npos;
}

}  // namespace

bool HasNoText(const Call& call) {
  return std::ranges::any_of(call.path, IsNoText) ||
         std::ranges::any_of(call.query, [](const auto& one) {
           return IsNoText(one.first) || IsNoText(one.second);
         });
}

Answer WithFirstPiece(Answer answer, const std::function<Answer(const Error&)>& refuse) {
  if (answer.source == nullptr) return answer;
  Result<std::string> first = answer.source->Next();
  if (!first.ok()) return refuse(first.error());
  if (first->empty()) answer.source = nullptr;
  answer.body += *first;
  return answer;
}

uint64_t Call::BodySize() const { return spooled == nullptr ? body.size() : spooled->size(); }

std::unique_ptr<BodyReader> Call::OpenBody() const {
  if (spooled != nullptr) return std::make_unique<FileReader>(spooled);
  return std::make_unique<TextReader>(body);
}

Result<std::string> Call::WholeBody(uint64_t limit) const {
  if (BodySize() > limit) {
    return Error{
        ErrorCode::kTunnel,
        "a body of " + std::to_string(BodySize()) + " bytes is more than " + std::to_string(limit),
        {},
        ""};
  }
  if (spooled == nullptr) return body;
  return spooled->ReadAt(0, static_cast<size_t>(spooled->size()));
}

}  // namespace paisql::rest
