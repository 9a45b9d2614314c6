// GET /designer/components: what the canvas can hold.

#include <nlohmann/json.hpp>

#include <charconv>

#include "base/text.h"
#include "console/answers.h"
#include "console/designer/handlers.h"
#include "designer/catalog/node_type.h"
#include "messages/messages.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

std::string InChinese(std::string_view english) {
  return messages::Translate(messages::Language::kChinese, english);
}

json PortsJson(const std::vector<designer::TypePort>& ports) {
  json list = json::array();
  for (const designer::TypePort& port : ports) {
    list.push_back({{"name", port.name},
                    {"title", port.title},
                    {"title_zh", port.chinese},
                    {"type", designer::TypeText(port.type)},
                    {"required", port.required},
                    {"many", port.many}});
  }
  return list;
}

json BoundJson(std::string_view text) {
  double bound = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bound);
  return error == std::errc() ? json(bound) : json(nullptr);
}

// Takes a range such as "[1,100)" apart.
json RangeJson(const std::string& range) {
  const size_t comma = range.find(',');
  if (comma == std::string::npos) return nullptr;
  const std::string_view text = range;
  return {{"low", BoundJson(text.substr(1, comma - 1))},
          {"high", BoundJson(text.substr(comma + 1, text.size() - comma - 2))},
          {"low_open", text.front() == '('},
          {"high_open", text.back() == ')'},
          {"text", range}};
}

json FieldsJson(const std::vector<designer::Field>& fields) {
  json list = json::array();
  for (const designer::Field& field : fields) {
    list.push_back({{"name", field.name},
                    {"title", field.title},
                    {"title_zh", field.chinese},
                    {"kind", designer::FieldKindText(field.kind)},
                    {"default", field.default_value},
                    {"choices", field.choices},
                    {"range", RangeJson(field.range)},
                    {"required", field.required},
                    {"doc", field.doc},
                    {"doc_zh", InChinese(field.doc)},
                    {"tab", designer::TabText(field.tab)},
                    {"of", field.of},
                    {"no_effect", field.no_effect},
                    {"no_effect_zh", InChinese(field.no_effect)}});
  }
  return list;
}

}  // namespace

rest::Answer ListComponents(const rest::Call& /*call*/, Console& /*console*/) {
  json groups = json::array();
  json components = json::array();
  std::map<std::string, std::string> group_of;
  for (const designer::TypeGroup& group : designer::OfferedTypes().groups()) {
    groups.push_back({{"id", group.id},
                      {"title", group.title},
                      {"title_zh", group.chinese},
                      {"components", group.types}});
    for (const std::string& id : group.types) group_of[id] = group.id;
  }
  for (const designer::NodeType& type : designer::OfferedTypes().types()) {
    components.push_back({{"id", type.id},
                          {"group", group_of[type.id]},
                          {"kind", designer::KindText(type.kind)},
                          {"title", type.title},
                          {"title_zh", type.chinese},
                          {"doc", type.doc},
                          {"doc_zh", InChinese(type.doc)},
                          {"names", type.names},
                          {"inputs", PortsJson(type.inputs)},
                          {"outputs", PortsJson(type.outputs)},
                          {"parameters", FieldsJson(type.fields)}});
  }
  return JsonAnswer({{"groups", std::move(groups)}, {"components", std::move(components)}});
}

}  // namespace paisql::console::canvas
