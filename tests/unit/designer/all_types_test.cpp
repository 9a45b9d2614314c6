// Every component that the program offers is a type of the canvas: its example, taken apart into
// nodes, is code again that our own parser reads and our own checks accept.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "designer/catalog/node_type.h"
#include "designer/code/pai_text.h"
#include "designer_fixture.h"
#include "pai/components.h"

namespace paisql::designer {
namespace {

class AllTypesTest : public DesignerFixture {};

std::string Replaced(std::string text, std::string_view from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

std::string ExampleOf(const pai::Component& component, const std::string& name,
                      const std::string& project) {
  return Replaced(Replaced(std::string(component.example), "{name}", name), "//default_project",
                  "//" + project);
}

TEST_F(AllTypesTest, FieldsAndPortsHaveChineseTitles) {
  // The first ones mean other things in other components; the others are words of statements.
  const std::set<std::string> letters = {"k", "lambda", "alpha", "t1", "t2", "t3", "t4"};
  const auto has_title = [&](std::string_view name, std::string_view chinese) {
    return chinese != name || letters.contains(std::string(name));
  };
  for (const NodeType& type : OfferedTypes().types()) {
    for (const Field& field : type.fields) {
      EXPECT_TRUE(has_title(field.name, field.chinese)) << type.id << "." << field.name;
    }
    for (const std::vector<TypePort>* ports : {&type.inputs, &type.outputs}) {
      for (const TypePort& port : *ports) {
        EXPECT_TRUE(has_title(port.name, port.chinese)) << type.id << "." << port.name;
      }
    }
  }
}

TEST_F(AllTypesTest, EachComponentHasATypeWithItsPortsAndParameters) {
  std::set<std::string> ids;
  std::set<std::string> listed;
  for (const TypeGroup& group : OfferedTypes().groups()) {
    EXPECT_FALSE(group.types.empty()) << group.id;
    for (const std::string& id : group.types) EXPECT_TRUE(listed.insert(id).second) << id;
  }
  for (const NodeType& type : OfferedTypes().types()) {
    EXPECT_TRUE(ids.insert(ToLower(type.id)).second) << type.id;
    EXPECT_TRUE(listed.contains(type.id)) << type.id;
    EXPECT_FALSE(type.title.empty() || type.chinese.empty() || type.doc.empty()) << type.id;
    for (const Field& field : type.fields) {
      EXPECT_FALSE(field.doc.empty()) << type.id << "." << field.name;
      if (field.of.empty()) continue;
      EXPECT_NE(type.Input(field.of), nullptr) << type.id;
    }
  }
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    for (const std::string_view name : component.names) {
      const NodeType* const type = OfferedTypes().Find(name);
      ASSERT_NE(type, nullptr) << name;
      EXPECT_EQ(type->component, &component);
      for (const pai::Parameter& parameter : component.parameters) {
        EXPECT_NE(type->FindField(parameter.name), nullptr) << name << "." << parameter.name;
      }
    }
  }
}

TEST_F(AllTypesTest, TensorFlowHasFivePortsAndTheFieldThatMakesItsTable) {
  const NodeType* const type = OfferedTypes().Find("TensorFlow1120_EXT");
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->Input("script")->type, PortType::kFile);
  EXPECT_TRUE(type->Input("tables")->many);
  EXPECT_EQ(type->Input("buckets")->type, PortType::kFolder);
  EXPECT_EQ(type->Input("checkpointDir")->type, PortType::kFolder);
  EXPECT_EQ(type->Output("outputs")->type, PortType::kTable);
  EXPECT_EQ(type->FindField(kCreateTable)->kind, FieldKind::kCode);
}

TEST_F(AllTypesTest, TheExampleOfEachComponentIsANodeAndAStatementAgain) {
  for (const NodeType& type : OfferedTypes().types()) {
    if (type.component == nullptr) continue;
    SCOPED_TRACE(type.id);
    project_ = "p_" + type.id;
    if (!type.component->example_script.empty()) {
      WriteFile("train.py", type.component->example_script);
    }
    Pipeline pipeline = Empty("example");
    bool has_tables = false;
    for (const syntax::StatementText& statement :
         syntax::SplitStatements(ExampleOf(*type.component, type.id, project_))) {
      const std::optional<PaiText> pai = ReadPai(statement.text);
      if (!pai.has_value()) {
        if (!statement.text.starts_with("CREATE TABLE")) continue;
        Run(statement.text);
        has_tables = true;
        continue;
      }
      PipelineNode node = Node("n" + std::to_string(pipeline.nodes.size()), pai->name);
      const NodeType* const own = OfferedTypes().Find(pai->name);
      ASSERT_NE(own, nullptr) << pai->name;
      for (const auto& [name, value] : pai->parameters) {
        node.parameters[std::string(pai::ParameterOf(*own->component, name)->name)] = value;
      }
      pipeline.nodes.push_back(node);
    }
    ASSERT_FALSE(pipeline.nodes.empty());
    const Wiring wiring(pipeline);
    for (const PipelineNode& node : pipeline.nodes) {
      const NodeType* const own = OfferedTypes().Find(node.component);
      const std::string code = NodeCode(node, own, wiring);
      // The code again without the ports' names.
      PipelineNode again = Node(node.id, node.component);
      ASSERT_TRUE(ReadCode(code, own, again));
      for (const auto& [name, value] : node.parameters) {
        if (own->Input(name) != nullptr || own->Output(name) != nullptr) continue;
        EXPECT_EQ(again.parameters[name], value) << name;
      }
    }
    // Examples that rest on files and tables of others are run where those are
    // (tests/pai/examples).
    if (!has_tables) continue;
    const CheckedPipeline checked = Check(pipeline);
    EXPECT_FALSE(checked.has_errors()) << Texts(checked);
  }
}

TEST_F(AllTypesTest, ANodeWithoutAnyParameterSaysAllThatIsMissing) {
  for (const NodeType& type : OfferedTypes().types()) {
    SCOPED_TRACE(type.id);
    Pipeline pipeline = Empty("bare");
    pipeline.nodes = {Node("n1", type.id)};
    const CheckedPipeline checked = Check(pipeline);
    for (const Field& field : type.fields) {
      if (!field.required) continue;
      EXPECT_TRUE(std::ranges::any_of(
          checked.findings,
          [&](const Finding& finding) { return finding.parameter == field.name && finding.error; }))
          << field.name << "\n"
          << Texts(checked);
    }
    for (const TypePort& port : type.inputs) {
      if (!port.required) continue;
      EXPECT_TRUE(std::ranges::any_of(checked.findings, [&](const Finding& finding) {
        return finding.port == port.name && finding.error;
      })) << port.name;
    }
  }
}

}  // namespace
}  // namespace paisql::designer
