#pragma once

// Reads an XML document as a tree. Names keep no namespace prefix. A DOCTYPE is refused, so that no
// entity of a document can grow or name a file.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql {

struct XmlElement {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  std::vector<XmlElement> children;
  // All its own text and CDATA, joined, without the blanks around them.
  std::string_view text;

  std::optional<std::string_view> Attribute(std::string_view wanted) const;
  // The attribute, or `otherwise`.
  std::string_view Get(std::string_view wanted, std::string_view otherwise = "") const;
  // The first child of the name, or null.
  const XmlElement* Child(std::string_view wanted) const;
};

class XmlDocument {
 public:
  // kInvalidArgumentType, with the line, for a text that is not XML, or that has elements more than
  // 2,000 deep. The error carries no place.
  static Result<XmlDocument> Parse(std::string text);

  const XmlElement& root() const { return root_; }

 private:
  friend class XmlParser;
  // Both are what views point into; they stay where they are when the document moves.
  std::unique_ptr<std::string> text_;
  std::unique_ptr<std::deque<std::string>> unescaped_;
  XmlElement root_;
};

}  // namespace paisql
