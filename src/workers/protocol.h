#pragma once

// A worker and its owner exchange frames over a socket. src/python/paisql/workers has the same
// protocol in Python.
//
// A frame is a head of 24 bytes, a text and a payload. The head, little-endian: the request's
// number (8 bytes), the lengths of text and payload (4 each), a code (4, signed), the kind and the
// payload's content (1 each), and 2 bytes of 0.
//
//   hello  The worker says it once, when it is ready: the code is kProtocolVersion, the text a JSON
//          object with "kind" and whatever else its kind has to say.
//   data   A request with the next number, or the answer with the same one, in any order. Text
//   (JSON
//          mostly), payload and code mean what the kind of worker says.
//   error  Instead of an answer: a code of the kind, and words for people. Number 0 says that the
//          worker cannot be used.
//   end    The worker takes no more requests; the code is its exit status.
//
// The owner ends a worker by closing the socket.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::workers {

inline constexpr int kProtocolVersion = 1;
inline constexpr int kWorkerSocket = 3;  // the descriptor, in a worker that WorkerProcess starts
inline constexpr size_t kMostFrameBytes = size_t{256} << 20;  // of text and payload together

enum class FrameKind : uint8_t { kHello = 1, kData = 2, kError = 3, kEnd = 4 };
enum class Content : uint8_t {
  kBytes = 0,
  kArrow = 1,  // a stream of Arrow IPC
};

struct Frame {
  FrameKind kind = FrameKind::kData;
  uint64_t number = 0;
  int32_t code = 0;
  std::string text{};
  Content content = Content::kBytes;
  std::string payload{};
};

// A frame of at most kMostFrameBytes, as it goes over the socket.
std::string WriteFrame(const Frame& frame);

// Frames out of bytes that come in pieces.
class FrameReader {
 public:
  void Add(std::string_view bytes);
  // The next whole frame.
  std::optional<Frame> Next();
  // The bytes are not frames, or a frame is larger than kMostFrameBytes. Nothing follows.
  bool damaged() const { return damaged_; }

 private:
  std::string bytes_;
  size_t read_ = 0;  // of them
  bool damaged_ = false;
};

// `facts` is an object.
Frame MakeHello(std::string_view kind, nlohmann::json facts);
// Reads the facts of a worker's first frame. The error has the worker's own words, or says that the
// frame is not a hello of this version and kind.
Result<nlohmann::json> ReadHello(const Frame& frame, std::string_view kind);

}  // namespace paisql::workers
