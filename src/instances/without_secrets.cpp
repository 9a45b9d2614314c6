#include "instances/without_secrets.h"

#include <nlohmann/json.hpp>

#include "base/coding/json_depth.h"
#include "base/coding/xml_reader.h"
#include "base/secrets/redact.h"

namespace paisql::instances {

namespace {

using Json = nlohmann::json;

void RedactTexts(const std::string& name, Json& json) {
  if (json.is_string()) {
    json = RedactValue(name, json.get<std::string>());
  } else if (json.is_object()) {
    for (auto& [key, value] : json.items()) RedactTexts(key, value);
  } else if (json.is_array()) {
    for (Json& value : json) RedactTexts(name, value);
  }
}

// Settings are an object of JSON in the text.
std::string TextWithoutSecrets(std::string_view name, std::string_view text) {
  if (text.starts_with('{') && !IsDeepJson(text)) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_object()) {
      const Json before = json;
      RedactTexts("", json);
      return json == before ? std::string(text)
                            : json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }
  return RedactValue(name, text);
}

// Writes a tree, and notes whether it has taken something out.
class SourceWriter {
 public:
  // `name`: of what the text inside is the value.
  void Write(const XmlElement& element, std::string_view name) {
    text_ += '<';
    text_ += element.name;
    for (const auto& [key, value] : element.attributes) {
      text_ += ' ';
      text_ += key;
      text_ += "=\"";
      Append(key, value);
      text_ += '"';
    }
    text_ += '>';
    Append(name, element.text);
    for (const XmlElement& child : element.children) Write(child, NameOf(child, element));
    text_ += "</";
    text_ += element.name;
    text_ += '>';
  }

  bool found() const { return found_; }
  std::string Take() { return std::move(text_); }

 private:
  // <Name>a</Name><Value>b</Value>: b is the value of a.
  static std::string_view NameOf(const XmlElement& child, const XmlElement& parent) {
    if (child.name != "Value") return child.name;
    const XmlElement* name = parent.Child("Name");
    if (name == nullptr) name = parent.Child("Key");
    return name == nullptr ? child.name : name->text;
  }

  void Append(std::string_view name, std::string_view value) {
    const std::string kept = TextWithoutSecrets(name, value);
    found_ = found_ || kept != value;
    for (const char c : kept) {
      if (c == '&') {
        text_ += "&amp;";
      } else if (c == '<') {
        text_ += "&lt;";
      } else if (c == '>') {
        text_ += "&gt;";
      } else if (c == '"') {
        text_ += "&quot;";
      } else {
        text_ += c;
      }
    }
  }

  std::string text_;
  bool found_ = false;
};

}  // namespace

std::string SourceWithoutSecrets(const std::string& source) {
  const Result<XmlDocument> document = XmlDocument::Parse(source);
  if (!document.ok()) return "";
  SourceWriter writer;
  writer.Write(document->root(), document->root().name);
  return writer.found() ? writer.Take() : source;
}

std::map<std::string, std::string> SettingsWithoutSecrets(
    const std::map<std::string, std::string>& settings) {
  std::map<std::string, std::string> kept;
  for (const auto& [name, value] : settings) kept[name] = TextWithoutSecrets(name, value);
  return kept;
}

}  // namespace paisql::instances
