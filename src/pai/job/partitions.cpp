#include "pai/job/partitions.h"

#include "base/text.h"
#include "pai/job/component_tables.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

// "ds=1/hour=2" of a list, with the place of the whole list.
Result<jobs::TableBinding> PartitionNamed(const std::string& url, const std::string& partition,
                                          const syntax::PaiParameter& chosen,
                                          const BuildContext& context) {
  return ResolveInput({url + "/" + partition, chosen.value_range}, context);
}

// "(SELECT `x` FROM t WHERE …) UNION ALL …" without the partition columns.
std::string QueryOf(const std::vector<jobs::TableBinding>& partitions) {
  std::vector<std::string> parts;
  for (const jobs::TableBinding& one : partitions) {
    std::vector<std::string> columns;
    for (const store::Column& column : one.table.columns)
      columns.push_back(QuotedName(column.name));
    parts.push_back("SELECT " + Join(columns, ", ") + " FROM " + SqlInputOf(one, "").relation +
                    " t");
  }
  return "(SELECT * FROM (" + Join(parts, " UNION ALL ") + ") u)";
}

}  // namespace

Result<syntax::PaiParameter> Restricted(const syntax::PaiParameter& given, const Port& port,
                                        const Parameters& parameters, const BuildContext& context) {
  const syntax::PaiParameter* const chosen =
      port.partitions.empty() ? nullptr : parameters.Find(port.partitions);
  if (chosen == nullptr) return given;
  const std::vector<NamedInput> named = NamedInputs(given.value);
  if (named.size() != 1 || named.front().query) {
    return Wrong(chosen->value_range, chosen->key + " chooses partitions of one table",
                 "write the condition into the query");
  }
  const std::string url = TableUrl(named.front().text, context);
  std::vector<jobs::TableBinding> partitions;
  for (const std::string& text : Split(std::string(Trim(chosen->value)), ',')) {
    const std::string partition(Trim(text));
    if (partition.empty()) continue;
    PAISQL_TRY(ResolveInput({url, given.value_range}, context));
    PAISQL_ASSIGN(partitions.emplace_back(), PartitionNamed(url, partition, *chosen, context));
  }
  syntax::PaiParameter value = given;
  if (partitions.size() == 1) value.value = partitions.front().url;
  if (partitions.size() > 1) value.value = QueryOf(partitions);
  if (!partitions.empty()) value.value_range = chosen->value_range;
  return value;
}

}  // namespace paisql::pai
