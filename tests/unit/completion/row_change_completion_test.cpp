// Completion in UPDATE, DELETE and MERGE, and of a table's versions.

#include "completion_cases.h"

namespace paisql::completion {
namespace {

TEST(RowChangeCompletionTest, TablesColumnsAndWords) {
  Check({
      {"UPDATE |", {"orders", "buyers"}, {"v_orders"}},
      {"UPDATE orders SET |", {"price", "ds"}, {"name"}},
      {"UPDATE orders SET price = 1, b|", {"buyer_id"}},
      {"UPDATE orders o SET o.p|", {"price"}},
      {"UPDATE orders SET price = b|", {"buyer_id"}},
      {"UPDATE orders SET price = 1 WHERE pr|", {"price"}},
      {"UPDATE orders SET price = b.i| FROM buyers b", {"id"}},
      {"UPDATE orders SET price = n| FROM buyers b", {"name"}},
      {"DELETE FROM |", {"orders"}},
      {"DELETE FROM orders WHERE pr|", {"price"}},
      {"MERGE INTO |", {"orders"}, {"v_orders"}},
      {"MERGE INTO orders o USING |", {"buyers", "v_orders"}},
      {"MERGE INTO orders o USING buyers b ON o.|", {"buyer_id"}, {"name"}},
      {"MERGE INTO orders o USING buyers b ON b.|", {"name"}, {"buyer_id"}},
      {"MERGE INTO orders o USING buyers b ON o.id = b.id WHEN |", {"MATCHED", "NOT"}},
      {"MERGE INTO orders o USING buyers b ON o.id = b.id WHEN NOT |", {"MATCHED"}},
      {"MERGE INTO orders o USING buyers b ON o.id = b.id WHEN NOT MATCHED BY |", {"SOURCE"}},
      {"MERGE INTO orders o USING buyers b ON o.id = b.id WHEN MATCHED THEN UPDATE SET |",
       {"price"},
       {"name"}},
      {"MERGE INTO orders o USING buyers b ON o.id = b.id WHEN NOT MATCHED THEN INSERT VALUES (b.|",
       {"name"},
       {"price"}},
      {"MERGE INTO orders o USING (SELECT n| FROM buyers) b ON o.id = b.id", {"name"}},
      {"ALTER TABLE orders COMPACT |", {"MAJOR", "MINOR"}, {"price"}},
      {"ALTER TABLE orders MERGE S|", {"SMALLFILES"}},
      {"SELECT * FROM orders V|", {"VERSION AS OF", "VERSION BETWEEN"}},
      {"SELECT * FROM archive.old_orders TI|", {"TIMESTAMP AS OF"}},
      {"SELECT * FROM orders VERSION AS OF G|", {"GET_LATEST_VERSION('"}},
      {"UPDATE orders V|", {}, {"VERSION AS OF"}},
  });
}

}  // namespace
}  // namespace paisql::completion
