#include <yaml-cpp/yaml.h>

#include <set>

#include "nodes/document/value.h"

namespace paisql::nodes {

namespace {

// The library's errors in words for people: the first that its message begins with.
struct Wording {
  std::string_view begin;
  std::string_view text;
};

constexpr Wording kWordings[] = {
    {"end of map not found", "the line belongs to no list or map: its indentation is wrong"},
    {"end of sequence not found", "the line belongs to no list: its indentation is wrong"},
    {"end of map flow not found", "a '}' is missing"},
    {"end of sequence flow not found", "a ']' is missing"},
    {"illegal map value", "a ':' where no value can begin: texts with ': ' need quotes"},
    {"illegal block entry", "a '-' where no list can begin"},
    {"illegal flow end", "a bracket that nothing has opened"},
    {"unknown escape character", "a backslash that means nothing: within \"…\" it is written \\\\"},
    {"EOF in scalar", "a quote has no end"},
    {"illegal EOF in scalar", "a quote has no end"},
    {"unknown token", "a character that can begin no value here: texts with it need quotes"},
    {"the referenced anchor is not defined", "an alias of an anchor that is not there"},
};

std::string Worded(std::string_view message) {
  for (const Wording& row : kWordings) {
    if (message.starts_with(row.begin)) return std::string(row.text);
  }
  return "this is not YAML";
}

Error Wrong(const YAML::Mark& mark, std::string detail) {
  SourceRange range;
  if (!mark.is_null()) {
    range.line = mark.line + 1;
    range.column = mark.column + 1;
  }
  return {ErrorCode::kParse, std::move(detail), range, ""};
}

class Reader {
 public:
  Result<Value> Read(const YAML::Node& node, int depth) {
    if (depth > kMaxDepth) return Wrong(node.Mark(), "values are nested too deeply");
    if (++count_ > kMaxValues) return Wrong(node.Mark(), "the file has too many values");
    Value value;
    if (!node.Mark().is_null()) {
      value.line = node.Mark().line + 1;
      value.column = node.Mark().column + 1;
    }
    switch (node.Type()) {
      case YAML::NodeType::Scalar:
        value.kind = Value::Kind::kScalar;
        value.text = node.Scalar();
        value.quoted = node.Tag() == "!";
        break;
      case YAML::NodeType::Sequence:
        value.kind = Value::Kind::kList;
        for (const YAML::Node& item : node) {
          PAISQL_ASSIGN(Value read, Read(item, depth + 1));
          value.items.push_back(std::move(read));
        }
        break;
      case YAML::NodeType::Map:
        value.kind = Value::Kind::kMap;
        PAISQL_TRY(ReadMembers(node, depth, value));
        break;
      case YAML::NodeType::Null:
      case YAML::NodeType::Undefined:
        break;
    }
    return value;
  }

 private:
  Status ReadMembers(const YAML::Node& node, int depth, Value& value) {
    std::set<std::string> keys;
    for (const auto& entry : node) {
      const YAML::Mark mark = entry.first.Mark();
      if (!entry.first.IsScalar()) return Wrong(mark, "a key is a text");
      const std::string& key = entry.first.Scalar();
      if (!keys.insert(key).second) return Wrong(mark, "'" + key + "' stands here twice");
      PAISQL_ASSIGN(Value read, Read(entry.second, depth + 1));
      value.members.push_back({key, std::move(read), mark.line + 1, mark.column + 1});
    }
    return Status::Ok();
  }

  size_t count_ = 0;
};

void Emit(const Value& value, YAML::Emitter& out) {
  switch (value.kind) {
    case Value::Kind::kNull:
      out << YAML::Null;
      break;
    case Value::Kind::kScalar:
      if (value.quoted) out << YAML::DoubleQuoted;
      out << value.text;
      break;
    case Value::Kind::kList:
      if (value.items.empty()) out << YAML::Flow;
      out << YAML::BeginSeq;
      for (const Value& item : value.items) Emit(item, out);
      out << YAML::EndSeq;
      break;
    case Value::Kind::kMap:
      if (value.members.empty()) out << YAML::Flow;
      out << YAML::BeginMap;
      for (const Member& member : value.members) {
        out << YAML::Key << member.key << YAML::Value;
        Emit(member.value, out);
      }
      out << YAML::EndMap;
      break;
  }
}

}  // namespace

Result<Value> ReadYaml(const std::string& text) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.empty()) return Value();
    if (documents.size() > 1) {
      return Wrong(documents[1].Mark(), "the file has several documents: write one");
    }
    return Reader().Read(documents.front(), 0);
  } catch (const YAML::Exception& failure) {
    return Wrong(failure.mark, Worded(failure.msg));
  }
}

std::string WriteYaml(const Value& value) {
  YAML::Emitter out;
  Emit(value, out);
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace paisql::nodes
