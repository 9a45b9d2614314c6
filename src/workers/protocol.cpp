#include "workers/protocol.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/assert.h"

namespace paisql::workers {

namespace {

static_assert(std::endian::native == std::endian::little, "frames are written as memory has them");

struct Head {
  uint64_t number;
  uint32_t text_bytes;
  uint32_t payload_bytes;
  int32_t code;
  uint8_t kind;
  uint8_t content;
  uint16_t zero;
};
static_assert(sizeof(Head) == 24);

constexpr size_t kMostWords = 2000;  // of an error

bool IsWhole(const Head& head) {
  return head.kind >= static_cast<uint8_t>(FrameKind::kHello) &&
         head.kind <= static_cast<uint8_t>(FrameKind::kEnd) &&
         head.content <= static_cast<uint8_t>(Content::kArrow) && head.zero == 0 &&
         size_t{head.text_bytes} + head.payload_bytes <= kMostFrameBytes;
}

Error NotThisWorker(std::string detail) {
  return {ErrorCode::kEnvironment,
          std::move(detail),
          {},
          "the program and its worker must come from one installation: check PYTHONPATH"};
}

}  // namespace

std::string WriteFrame(const Frame& frame) {
  PAISQL_ASSERT(frame.text.size() + frame.payload.size() <= kMostFrameBytes,
                "a frame is larger than its reader takes");
  const Head head = {frame.number,
                     static_cast<uint32_t>(frame.text.size()),
                     static_cast<uint32_t>(frame.payload.size()),
                     frame.code,
                     static_cast<uint8_t>(frame.kind),
                     static_cast<uint8_t>(frame.content),
                     0};
  std::string bytes;
  bytes.reserve(sizeof head + frame.text.size() + frame.payload.size());
  bytes.append(reinterpret_cast<const char*>(&head), sizeof head);
  bytes += frame.text;
  bytes += frame.payload;
  return bytes;
}

void FrameReader::Add(std::string_view bytes) {
  bytes_.erase(0, std::exchange(read_, 0));
  bytes_ += bytes;
}

std::optional<Frame> FrameReader::Next() {
  Head head{};
  if (damaged_ || bytes_.size() - read_ < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes_.data() + read_, sizeof head);
  damaged_ = !IsWhole(head);
  const size_t text = read_ + sizeof head;
  const size_t payload = text + head.text_bytes;
  if (damaged_ || bytes_.size() < payload + head.payload_bytes) return std::nullopt;
  Frame frame;
  frame.kind = static_cast<FrameKind>(head.kind);
  frame.number = head.number;
  frame.code = head.code;
  frame.text = bytes_.substr(text, head.text_bytes);
  frame.content = static_cast<Content>(head.content);
  frame.payload = bytes_.substr(payload, head.payload_bytes);
  read_ = payload + head.payload_bytes;
  return frame;
}

Frame MakeHello(std::string_view kind, nlohmann::json facts) {
  Frame frame;
  frame.kind = FrameKind::kHello;
  frame.code = kProtocolVersion;
  facts["kind"] = kind;
  frame.text = facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return frame;
}

Result<nlohmann::json> ReadHello(const Frame& frame, std::string_view kind) {
  if (frame.kind == FrameKind::kError) {
    return Error{ErrorCode::kEnvironment, frame.text.substr(0, kMostWords), {}, ""};
  }
  if (frame.kind != FrameKind::kHello) {
    return NotThisWorker("the worker has answered before it said that it is ready");
  }
  if (frame.code != kProtocolVersion) {
    return NotThisWorker(fmt::format("the worker speaks version {} of the protocol, not version {}",
                                     frame.code, kProtocolVersion));
  }
  nlohmann::json facts = nlohmann::json::parse(frame.text, nullptr, false);
  if (!facts.is_object()) return NotThisWorker("the worker's hello is not a JSON object");
  const auto named = facts.find("kind");
  const std::string said =
      named != facts.end() && named->is_string() ? named->get<std::string>() : "";
  if (said != kind) {
    return NotThisWorker(fmt::format("the worker is of the kind '{}', not '{}'", said, kind));
  }
  return facts;
}

}  // namespace paisql::workers
