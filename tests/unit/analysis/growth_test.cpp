// What statements of many parts cost, counted in allocations: twice the parts cost twice as much,
// not four times.

#include <atomic>
#include <new>

#include "unit/analysis/analysis_fixture.h"

namespace {

std::atomic<size_t> allocations{0};

}  // namespace

// Not inlined: GCC would take the one half for ours, and the other for the library's.
[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  return ::operator new (size, std::align_val_t{__STDCPP_DEFAULT_NEW_ALIGNMENT__});
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  ::operator delete (memory, std::align_val_t{__STDCPP_DEFAULT_NEW_ALIGNMENT__});
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

namespace paisql::analysis {
namespace {

std::string List(int count, const std::function<std::string(int)>& item,
                 const std::string& separator = ", ") {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : separator) + item(i);
  return text;
}

struct Shape {
  const char* name;
  std::function<std::string(int)> statement;
};

std::string Number(int i) { return std::to_string(i); }
std::string Sum(int i) { return "a + " + std::to_string(i); }

const Shape kShapes[] = {
    {"keys", [](int n) { return "SELECT count(*) FROM VALUES (1) t(a) GROUP BY " + List(n, Sum); }},
    {"keys_that_are_selected",
     [](int n) {
       return "SELECT " + List(n, Sum) + " FROM VALUES (1) t(a) GROUP BY " + List(n, Sum);
     }},
    {"aggregates",
     [](int n) {
       return "SELECT " + List(n, [](int i) { return "sum(" + Sum(i) + ")"; }) +
              " FROM VALUES (1) t(a)";
     }},
    {"aliases",
     [](int n) {
       return "SELECT " + List(n, [](int i) { return Sum(i) + " AS x" + Number(i); }) +
              " FROM VALUES (1) t(a) ORDER BY " +
              List(n, [](int i) { return "x" + Number(i) + " + a"; }) + " LIMIT 1";
     }},
    {"definitions_read_once",
     [](int n) {
       return "WITH " + List(n, [](int i) { return "c" + Number(i) + " AS (SELECT 1 AS a)"; }) +
              " " +
              List(
                  n, [](int i) { return "SELECT a FROM c" + Number(i); }, " UNION ALL ");
     }},
    {"definitions_read_twice",
     [](int n) {
       return "WITH " + List(n, [](int i) { return "c" + Number(i) + " AS (SELECT 1 AS a)"; }) +
              " " +
              List(
                  2 * n, [](int i) { return "SELECT a FROM c" + Number(i / 2); }, " UNION ALL ");
     }},
    {"definitions_read_by_the_next",
     [](int n) {
       return "WITH c0 AS (SELECT 1 AS a), " +
              List(n,
                   [](int i) {
                     return "c" + Number(i + 1) + " AS (SELECT x.a FROM c" + Number(i) +
                            " x JOIN c" + Number(i) + " y ON x.a = y.a)";
                   }) +
              " SELECT a FROM c" + Number(n);
     }},
    {"items_of_in",
     [](int n) { return "SELECT a FROM VALUES (1) t(a) WHERE a IN (" + List(n, Number) + ")"; }},
    {"rows_of_values",
     [](int n) {
       return "SELECT a FROM VALUES " + List(n, [](int i) { return "(" + Number(i) + ")"; }) +
              " t(a)";
     }},
};

class GrowthTest : public AnalysisTest, public testing::WithParamInterface<Shape> {
 protected:
  size_t Cost(int parts) {
    const std::string statement = GetParam().statement(parts);
    const size_t before = allocations;
    Must(statement);
    return allocations - before;
  }
};

TEST_P(GrowthTest, TwiceThePartsCostTwiceAsMuch) {
  constexpr int kParts = 150;
  Cost(kParts);  // what is learnt once
  Cost(2 * kParts);
  const size_t once = Cost(kParts);
  const size_t twice = Cost(2 * kParts);
  EXPECT_LT(static_cast<double>(twice) / static_cast<double>(once), 2.3);
}

INSTANTIATE_TEST_SUITE_P(Shapes, GrowthTest, testing::ValuesIn(kShapes),
                         [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace paisql::analysis
