#include "serving/processor/frame.h"

#include <bit>
#include <cstring>

namespace paisql::serving {

namespace {

static_assert(std::endian::native == std::endian::little, "frames are written as memory has them");

struct Head {
  uint32_t length;
  uint32_t code;
  uint64_t number;
};
static_assert(sizeof(Head) == 16);

}  // namespace

std::string WriteFrame(uint32_t code, uint64_t number, std::string_view payload) {
  const Head head = {static_cast<uint32_t>(payload.size()), code, number};
  std::string frame(sizeof head + payload.size(), '\0');
  std::memcpy(frame.data(), &head, sizeof head);
  std::memcpy(frame.data() + sizeof head, payload.data(), payload.size());
  return frame;
}

std::optional<Frame> FrameReader::Next() {
  Head head{};
  if (damaged_ || bytes_.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes_.data(), sizeof head);
  damaged_ = head.length > kMostFrameBytes;
  if (damaged_ || bytes_.size() - sizeof head < head.length) return std::nullopt;
  Frame frame{head.code, head.number, bytes_.substr(sizeof head, head.length)};
  bytes_.erase(0, sizeof head + head.length);
  return frame;
}

}  // namespace paisql::serving
