#include "session/settings/slip.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::session {

namespace {

// A wider net than two letters in one place would call many keys of the platform mistakes.
bool IsSlipOf(std::string_view typed, std::string_view known) {
  const size_t longer = std::max(typed.size(), known.size());
  const size_t shorter = std::min(typed.size(), known.size());
  size_t head = 0;
  while (head < shorter && typed[head] == known[head]) ++head;
  size_t tail = 0;
  while (tail < shorter - head &&
         typed[typed.size() - 1 - tail] == known[known.size() - 1 - tail]) {
    ++tail;
  }
  return longer - head - tail <= 2;
}

}  // namespace

const Setting* SettingMeantBy(std::string_view key) {
  if (FindSetting(key) != nullptr) return nullptr;
  const std::string typed = ToLower(key);
  for (const Setting& setting : KnownSettings()) {
    if (IsSlipOf(typed, setting.name)) return &setting;
  }
  return nullptr;
}

bool TunesOnly(std::string_view key) {
  // Names, and beginnings of names that end with a dot.
  constexpr std::string_view kTuning[] = {
      // Page "Flag parameters" of 2026, whose other flags are settings here, change answers
      // (below),
      // or are those of projects.
      "console.sql.result.instancetunnel",
      "odps.ext.oss.orc.native",
      "odps.function.timeout",
      "odps.instance.priority.enable",
      "odps.io.oss.use.vipserver",
      "odps.job.workers.limit",
      "odps.meta.exttable.stats.onlinecollect",
      "odps.optimizer.",
      "odps.security.",
      "odps.sql.distributed.map.join.memory.max",
      "odps.sql.executionengine.enable.rand.time.seed",
      "odps.sql.external.net.vpc",
      "odps.sql.groupby.skewindata",
      "odps.sql.job.max.time.hours",
      "odps.sql.mapjoin.memory.max",
      "odps.sql.metering.value.max",
      "odps.sql.reshuffle.dynamicpt",
      "odps.sql.select.output.format",
      "odps.sql.session.java.imports",
      "odps.sql.skewinfo",
      "odps.sql.skewjoin",
      "odps.sql.split.",
      "odps.sql.udf.ppr.",
      "odps.sql.unstructured.",
      "odps.stage.",
      "odps.task.quota.preference.tag",
      "odps.task.wlm.quota",
      // Page "MaxFrame and MaxCompute flag configuration guide" of 2025.
      "odps.session.image",
      "odps.sql.executionengine.batch.rowcount",
      "odps.sql.max.desired.parallelism",
      "odps.sql.sys.flag.",
      // Pages on SET and on tuning of 2018 to 2020.
      "odps.pypy.enabled",
      "odps.sql.jobmaster.",
      "odps.sql.joiner.",
      "odps.sql.mapper.",
      "odps.sql.reducer.",
      "odps.sql.udf.joiner.",
      "odps.sql.udf.optimize.reuse",
      // Page "Merge small files".
      "odps.merge.",
      "odps.task.merge.",
      // Pages on MaxCompute Query Acceleration.
      "odps.mcqa.",
      "odps.service.mode",
      "odps.sql.maxqa.",
      "odps.sql.session.query.timeout",
      "odps.task.major.version",
      // Page "ZORDER BY".
      "odps.sql.default.zorder.type",
      // Pages on Python functions and MapReduce: what a script may see, and how it is split.
      "odps.isolation.session.enable",
      "odps.mr.",
      // Preambles of pages and of the vendor's programs that choose the compiler and the engine.
      "odps.compiler.",
      "odps.sql.ddl.odps2",
      "odps.sql.planner.",
      "odps.sql.preparse.odps2",
      "odps.sql.runtime.",
      // Settings that the vendor's clients and PAI's components send along.
      "odps.access.",
      "odps.algo.",
      "odps.end.point",
      "odps.idata.",
      "odps.pai.",
      "odps.running.cluster",
      "odps.sts.",
      "odps.task.workflow.",
      "odps.tunnel.",
  };
  return std::any_of(std::begin(kTuning), std::end(kTuning), [key](std::string_view name) {
    return EqualsIgnoreCase(name.ends_with('.') ? key.substr(0, name.size()) : key, name);
  });
}

std::string_view WhatIsMissed(std::string_view key) {
  struct Missed {
    std::string_view key;
    std::string_view what;
  };
  constexpr Missed kMissed[] = {
      {"odps.sql.udf.strict.mode",
       "it has no effect here: SET odps.function.strictmode=true turns such NULLs into errors"},
      {"odps.sql.udf.getjsonobj.new", "it has no effect here: GET_JSON_OBJECT has one form"},
      {"odps.sql.outerjoin.supports.filters",
       "it has no effect here: conditions of ON belong to the join, as with true"},
      {"odps.sql.acid.table.enable",
       "it has no effect here: CREATE TABLE says which table is transactional"},
      {"odps.output.field.formatter", "it has no effect here: no column is masked"},
  };
  for (const Missed& missed : kMissed) {
    if (EqualsIgnoreCase(key, missed.key)) return missed.what;
  }
  return "";
}

const Setting* NearestSetting(std::string_view key) {
  const std::string typed = ToLower(key);
  // The longest beginning in common, when only the last word of the name is cut off or wrong.
  const Setting* nearest = nullptr;
  size_t most = typed.rfind('.');
  if (most == std::string::npos) return nullptr;
  for (const Setting& setting : KnownSettings()) {
    size_t same = 0;
    while (same < typed.size() && same < setting.name.size() && typed[same] == setting.name[same]) {
      ++same;
    }
    if (same > most + 1) {
      most = same - 1;
      nearest = &setting;
    }
  }
  return nearest;
}

std::string NobodyReads(std::string_view key, const Setting& meant) {
  return std::string(key) + " is kept, but nothing here reads it; did you mean '" +
         std::string(meant.name) + "'?";
}

}  // namespace paisql::session
