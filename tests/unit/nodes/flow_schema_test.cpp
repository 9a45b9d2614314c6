// docs/flow.schema.json says of flow.yaml what the reader's tables say.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "nodes/document/json.h"
#include "nodes/read/read_flow.h"
#include "nodes/read/read_node.h"
#include "test_data.h"

namespace paisql::nodes {
namespace {

using NameSet = std::set<std::string>;

const Value& Schema() {
  static const Value schema = [] {
    const std::filesystem::path tests = TestData().parent_path();
    std::ifstream file(tests.parent_path() / "docs/flow.schema.json");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const Result<Value> read = ReadJson(text);
    EXPECT_TRUE(read.ok());
    return read.ok() ? *read : Value::Map();
  }();
  return schema;
}

const Value& At(const Value& value, std::initializer_list<const char*> path) {
  static const Value none = Value::Map();
  const Value* at = &value;
  for (const char* key : path) {
    at = at->Find(key);
    if (at == nullptr) return none;
  }
  return *at;
}

NameSet KeysOf(const Value& map) {
  NameSet names;
  for (const Member& member : map.members) names.insert(member.key);
  return names;
}

NameSet AllKeys(bool defaults_too) {
  NameSet names;
  for (const std::span<const NodeKey> keys : {CommonKeys(), ControlKeys()}) {
    for (const NodeKey& key : keys) {
      if (key.default_too == defaults_too) names.emplace(key.name);
    }
  }
  return names;
}

// What the reader says of a key of a node with this value, but that the node lacks something else.
std::string SaidOf(const std::string& key, const std::string& value) {
  std::vector<Problem> problems;
  const std::string text = "nodes: {a: {" + key + ": " + value + "}}";
  const Result<Flow> flow = ReadFlowText(text, "/flow.yaml", problems);
  if (!flow.ok()) return flow.error().detail;
  std::string said;
  for (const Problem& problem : problems) {
    if (problem.message.starts_with("`" + key + "`")) said += problem.message;
  }
  return said;
}

TEST(FlowSchemaTest, HasTheKeysOfTheReader) {
  const std::vector<std::string> names = FlowKeyNames();
  EXPECT_EQ(KeysOf(At(Schema(), {"properties"})), NameSet(names.begin(), names.end()));
  EXPECT_EQ(KeysOf(At(Schema(), {"$defs", "shared", "properties"})), AllKeys(true));
  EXPECT_EQ(KeysOf(At(Schema(), {"$defs", "node", "properties"})), AllKeys(false));
  NameSet refused;
  for (const Value& one : At(Schema(), {"properties", "defaults", "not", "anyOf"}).items) {
    for (const Value& name : At(one, {"required"}).items) refused.insert(name.text);
  }
  EXPECT_EQ(refused, AllKeys(false));
}

TEST(FlowSchemaTest, HasItsChoicesAndLimits) {
  int checked = 0;
  for (const char* part : {"shared", "node"}) {
    for (const Member& member : At(Schema(), {"$defs", part, "properties"}).members) {
      const Value& choices = At(member.value, {"enum"});
      for (const Value& choice : choices.items) {
        EXPECT_EQ(SaidOf(member.key, choice.text), "") << member.key << " " << choice.text;
      }
      if (!choices.items.empty()) {
        EXPECT_NE(SaidOf(member.key, "nonsense"), "") << member.key;
        ++checked;
      }
      const std::string least = At(member.value, {"minimum"}).text;
      const std::string most = At(member.value, {"maximum"}).text;
      if (most.empty()) continue;
      ++checked;
      EXPECT_EQ(SaidOf(member.key, least), "") << member.key;
      EXPECT_EQ(SaidOf(member.key, most), "") << member.key;
      EXPECT_NE(SaidOf(member.key, std::to_string(std::stoi(least) - 1)), "") << member.key;
      EXPECT_NE(SaidOf(member.key, std::to_string(std::stoi(most) + 1)), "") << member.key;
    }
  }
  EXPECT_EQ(checked, 7);
}

}  // namespace
}  // namespace paisql::nodes
