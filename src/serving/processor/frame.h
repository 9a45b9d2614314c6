#pragma once

// What goes over the socket between the server and a process of a processor: frames of 16 bytes of
// head (the payload's length and a code of 4 bytes each, the request's number of 8, little-endian)
// and the payload. src/python/allspark/_connection.py has the same.
//
// The process tells first that it is ready: number 0, code 200, and a JSON object {"threads": how
// many requests it computes at once, "processes": how many processes it wants to be,
// "keepalive_ms": its time for an answer, 0 for the service's}. Another code than 200 says in words
// why it cannot be. Then requests come (code 0, the body), and answers go (a code of HTTP, the
// body), in any order. The end of the socket is the end of the process.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::serving {

inline constexpr int kProcessorSocket = 3;  // the descriptor, in the process
inline constexpr uint64_t kReadyNumber = 0;
inline constexpr size_t kMostFrameBytes = size_t{256} << 20;

struct Frame {
  uint32_t code = 0;
  uint64_t number = 0;
  std::string payload{};
};

std::string WriteFrame(uint32_t code, uint64_t number, std::string_view payload);

// Frames out of bytes that come in pieces.
class FrameReader {
 public:
  void Add(std::string_view bytes) { bytes_ += bytes; }
  // The next whole frame.
  std::optional<Frame> Next();
  // What has come is none: a payload is larger than kMostFrameBytes.
  bool damaged() const { return damaged_; }

 private:
  std::string bytes_;
  bool damaged_ = false;
};

}  // namespace paisql::serving
