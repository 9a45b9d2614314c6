// Any bytes are a document of XML, a body of records or neither, and never more than an error. The
// first byte says which reader gets the others.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/coding/xml_reader.h"
#include "rest/records/record_reader.h"

namespace {

using paisql::XmlDocument;
using paisql::XmlElement;
using paisql::rest::RecordReader;

size_t Walk(const XmlElement& element) {
  size_t seen = element.name.size() + element.text.size();
  for (const XmlElement& child : element.children) seen += Walk(child);
  return seen;
}

void ReadXml(std::string_view text) {
  const auto document = XmlDocument::Parse(std::string(text));
  // Entities are shorter than their names, so nothing grows.
  if (document.ok()) PAISQL_ASSERT(Walk(document->root()) <= text.size(), "a document has grown");
}

// Reads each field as the kind of value that `kinds` says.
void ReadRecords(std::string_view bytes, uint8_t kinds) {
  RecordReader reader(std::make_unique<paisql::TextSource>(std::string(bytes)));
  size_t steps = 0;
  while (true) {
    const RecordReader::Step step = reader.Next();
    PAISQL_ASSERT(++steps <= bytes.size() + 2, "more steps than bytes");
    if (step == RecordReader::Step::kEnd) return;
    if (step == RecordReader::Step::kEndRecord) continue;
    switch ((kinds + reader.field()) % 8) {
      case 0:
        (void)reader.Boolean();
        break;
      case 1:
        (void)reader.Integer();
        break;
      case 2:
        (void)reader.Float();
        break;
      case 3:
        (void)reader.Double();
        break;
      case 4:
        PAISQL_ASSERT(reader.Bytes().size() <= bytes.size(), "more bytes than there are");
        break;
      case 5:
        (void)reader.Seconds();
        break;
      case 6:
        (void)reader.Count();
        break;
      default:
        (void)reader.Null();
        break;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 'x') {
    ReadXml(rest);
  } else {
    ReadRecords(rest, data[0]);
  }
  return 0;
}
