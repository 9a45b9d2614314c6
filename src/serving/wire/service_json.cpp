#include "serving/wire/service_json.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <set>
#include <utility>

namespace paisql::serving {

namespace {

constexpr unsigned kServiceFlags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
// The service takes this value as a text, whatever JSON it is.
constexpr std::string_view kWholeKey = "model_config";
constexpr std::string_view kBetween = " \t\r\n:,{}";

constexpr size_t kMostLevels = 100;

// Lines and columns of places in a text. Places that are asked for in their order cost one walk
// through the text together.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  SourceRange RangeAt(size_t begin, size_t end) {
    if (begin < at_.begin) at_ = {0, 0, 1, 1};
    for (const char letter : text_.substr(at_.begin, begin - at_.begin)) {
      const bool continues = (static_cast<unsigned char>(letter) & 0xc0U) == 0x80U;
      if (letter == '\n') {
        ++at_.line;
        at_.column = 1;
      } else if (!continues) {
        ++at_.column;
      }
    }
    at_.begin = begin;
    at_.end = end;
    return at_;
  }

 private:
  std::string_view text_;
  SourceRange at_{0, 0, 1, 1};
};

// Receives each part of the text, in its order. Blanks and signs separate the parts.
class Collector {
 public:
  Collector(std::string_view text, const rapidjson::MemoryStream& stream)
      : text_(text), lines_of_(text), stream_(stream) {}

  std::vector<ServiceJsonValue> Take() { return std::move(values_); }
  const std::string& twice() const { return twice_; }
  bool too_deep() const { return path_.size() > kMostLevels; }
  const SourceRange& name_range() const { return name_range_; }

  bool Null() { return Scalar("null"); }
  bool Bool(bool value) { return Scalar(value ? "true" : "false"); }
  bool Int(int value) { return Scalar(std::to_string(value)); }
  bool Uint(unsigned value) { return Scalar(std::to_string(value)); }
  bool Int64(int64_t value) { return Scalar(std::to_string(value)); }
  bool Uint64(uint64_t value) { return Scalar(std::to_string(value)); }
  bool Double(double value) { return Scalar(std::to_string(value)); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    return Scalar({text, length});
  }
  bool String(const char* text, rapidjson::SizeType length, bool) { return Scalar({text, length}); }

  bool StartObject() {
    if (lists_ > 0 || (is_open_ && path_.empty() && key_ == kWholeKey)) {
      if (lists_++ == 0) list_begin_ = stream_.Tell();
      return true;
    }
    if (!is_open_) {
      is_open_ = true;
    } else {
      path_.push_back(key_);
      if (too_deep()) return false;
    }
    Mark();
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    if (lists_ > 0) return EndWhole();
    if (!path_.empty()) path_.pop_back();
    Mark();
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (lists_ > 0) return true;
    key_.assign(text, length);
    name_range_ = NextRange();
    Mark();
    const std::string name = Name();
    const bool fresh = seen_.insert(name).second;
    if (!fresh) twice_ = name;
    return fresh;
  }
  bool StartArray() {
    if (lists_++ == 0) list_begin_ = stream_.Tell();
    return is_open_;
  }
  bool EndArray(rapidjson::SizeType) { return EndWhole(); }

 private:
  // The end of a list, or of an object within one or that is a text as a whole.
  bool EndWhole() {
    if (--lists_ > 0) return true;
    const size_t end = stream_.Tell() + 1;  // the bracket has not been taken yet
    values_.push_back({Name(), std::string(text_.substr(list_begin_, end - list_begin_)),
                       name_range_, lines_of_.RangeAt(list_begin_, end)});
    done_ = end;
    return true;
  }
  bool Scalar(std::string value) {
    if (lists_ > 0) return true;
    if (!is_open_) return false;
    values_.push_back({Name(), std::move(value), name_range_, NextRange()});
    Mark();
    return true;
  }
  std::string Name() const {
    std::string name;
    for (const std::string& level : path_) name += level + ".";
    return name + key_;
  }
  void Mark() { done_ = stream_.Tell(); }
  // The part that has just been read.
  SourceRange NextRange() {
    const size_t begin = std::min(text_.find_first_not_of(kBetween, done_), text_.size());
    return lines_of_.RangeAt(begin, stream_.Tell());
  }

  std::string_view text_;
  Lines lines_of_;
  const rapidjson::MemoryStream& stream_;
  std::vector<ServiceJsonValue> values_;
  std::vector<std::string> path_;
  std::set<std::string> seen_;
  std::string key_;
  std::string twice_;
  SourceRange name_range_;
  size_t done_ = 0;
  size_t list_begin_ = 0;
  int lists_ = 0;
  bool is_open_ = false;
};

}  // namespace

Result<std::vector<ServiceJsonValue>> ReadServiceJson(std::string_view text) {
  rapidjson::MemoryStream stream(text.data(), text.size());
  Collector collector(text, stream);
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<kServiceFlags>(stream, collector);
  if (!collector.twice().empty()) {
    return Error{ErrorCode::kParse, "'" + collector.twice() + "' appears twice",
                 collector.name_range(), ""};
  }
  if (collector.too_deep()) {
    return Error{ErrorCode::kParse,
                 "objects are nested deeper than " + std::to_string(kMostLevels) + " levels",
                 collector.name_range(), ""};
  }
  if (parsed.Code() == rapidjson::kParseErrorTermination) {
    return Error{ErrorCode::kParse, "a service.json is an object: {\"name\": …}",
                 Lines(text).RangeAt(0, text.size()), ""};
  }
  if (parsed.IsError()) {
    return Error{ErrorCode::kParse,
                 std::string("no JSON: ") + rapidjson::GetParseError_En(parsed.Code()),
                 Lines(text).RangeAt(std::min(parsed.Offset(), text.size()), text.size()), ""};
  }
  return collector.Take();
}

}  // namespace paisql::serving
