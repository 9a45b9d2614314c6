// The kinds of nodes in docs/works.md; tests/unit/completion/works_docs_test.cpp has the other
// tables.

#include <gtest/gtest.h>

#include <string>

#include "committed_file.h"
#include "nodes/model/kinds.h"
#include "works_page.h"

namespace paisql::nodes {
namespace {

TEST(WorksDocs, KindsOfNodes) {
  WorksTable table("nodes");
  for (const Kind& kind : Kinds()) {
    const bool works = kind.runs != Runs::kNowhere;
    std::string remark(kind.what);
    if (!kind.instead.empty()) remark += "; instead: " + std::string(kind.instead);
    table.Add("`" + std::string(kind.name) + "`", works ? "works" : "not offered", remark);
  }
  ExpectTables("works.md", {{"## Kinds of nodes", table.Text()}}, "nodes_test");
}

}  // namespace
}  // namespace paisql::nodes
