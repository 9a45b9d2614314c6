// docs/components.md, which is made of the rows of the classic components.

#include <fmt/format.h>

#include "base/text.h"
#include "pai/components.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kHead = R"(# Classic components

`PAI -name <component> -D<parameter>=<value> …;` runs a component of PAI Designer. Letter case does not matter in the
names of components and of parameters. A component of SQL runs inside the program, as a query does. A learner runs in a
Python process of its own, and its model is an offline model of the project
([serving.md](serving.md)). `HELP PAI <component>;` shows the same as this page.

A component makes its output table if the table does not exist. If it exists and has the same columns, the new rows
replace its rows. If its columns differ, the statement fails; therefore scripts write `DROP TABLE IF EXISTS` first, as
on the platform.

Every component takes `-Dlifecycle=<days>`, the lifecycle of the tables that are made, and `-DcoreNum` and
`-DmemSizePerCore`, which have no effect here: one machine computes with all its cores and its memory.

This page is made of the program's tables.
)";

std::string_view KindText(PortKind kind) {
  switch (kind) {
    case PortKind::kInputTable:
      return "reads a table";
    case PortKind::kOutputTable:
      return "writes a table";
    case PortKind::kModelIn:
      return "reads a model";
    case PortKind::kModelOut:
      return "writes a model";
    case PortKind::kFolder:
      return "a folder";
  }
  return "";
}

std::string ExampleOf(const Component& component) {
  const std::string name(component.names.front());
  std::string text(component.example);
  for (size_t at = text.find("{name}"); at != std::string::npos; at = text.find("{name}", at)) {
    text.replace(at, std::string_view("{name}").size(), name);
  }
  return text;
}

// Without those that every component takes.
std::vector<Parameter> OwnParameters(const Component& component) {
  std::vector<Parameter> own;
  for (const Parameter& parameter : component.parameters) {
    const bool common = parameter.name == "lifecycle" || parameter.name == "coreNum" ||
                        parameter.name == "memSizePerCore";
    if (!common) own.push_back(parameter);
  }
  return own;
}

// The text with its long lines cut.
std::string Cut(const std::string& text) {
  constexpr size_t kMostBytes = 110;
  std::string cut;
  for (std::string line : Split(text.substr(0, text.find_last_not_of('\n') + 1), '\n')) {
    if (line.size() > kMostBytes) {
      size_t end = kMostBytes;
      while (end > 0 && (line[end] & 0xC0) == 0x80) --end;  // between two letters
      line = line.substr(0, end) + " …";
    }
    cut += line + "\n";
  }
  return cut;
}

// A paragraph in lines of the width of a page.
std::string Wrapped(const std::string& text) {
  constexpr size_t kWidth = 118;
  std::string wrapped;
  size_t width = 0;
  for (const std::string& word : Split(text, ' ')) {
    if (width > 0 && width + 1 + word.size() > kWidth) {
      wrapped += '\n';
      width = 0;
    }
    if (width > 0) wrapped += ' ';
    width += (width > 0 ? 1 : 0) + word.size();
    wrapped += word;
  }
  return wrapped + '\n';
}

std::string SectionOf(const Component& component, const std::map<std::string, std::string>& shown) {
  const std::string name(component.names.front());
  std::string text = fmt::format("\n### {}\n\n{}", name, Wrapped(std::string(component.help)));
  if (component.names.size() > 1) {
    std::vector<std::string> others;
    for (const std::string_view other : component.names.subspan(1)) {
      others.push_back("`" + std::string(other) + "`");
    }
    text += fmt::format("It is also called {}.\n", Join(others, ", "));
  }
  std::vector<std::string> ports;
  for (const Port& port : component.ports) {
    ports.push_back(fmt::format("`{}` {}", port.parameter, KindText(port.kind)));
  }
  text += fmt::format("\n{}\n{}", Wrapped("Ports: " + Join(ports, "; ") + "."),
                      ParametersMarkdown(OwnParameters(component)));
  text += fmt::format("\n```sql\n{}```\n", ExampleOf(component));
  const auto printed = shown.find(name);
  if (printed != shown.end()) text += fmt::format("\n```text\n{}```\n", Cut(printed->second));
  return text;
}

}  // namespace

std::string ClassicMarkdown(const std::map<std::string, std::string>& shown) {
  std::string text(kHead);
  for (const ComponentGroup& group : ClassicGroups()) {
    text += fmt::format("\n## {}\n", group.title);
    for (const Component& component : group.rows) text += SectionOf(component, shown);
  }
  return text;
}

}  // namespace paisql::pai
