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
  // Beginnings of names in the platform's pages on tuning, and of its clients' own settings.
  constexpr std::string_view kTuning[] = {
      "odps.access.",
      "odps.algo.",
      "odps.compute.",
      "odps.sts.",
      "odps.end.point",
      "odps.project.",
      "odps.exstore.",
      "odps.function.timeout",
      "odps.idata.",
      "odps.instance.",
      "odps.isolation.",
      "odps.merge.",
      "odps.mr.",
      "odps.namespace.",
      "odps.optimizer.",
      "odps.pai.",
      "odps.security.",
      "odps.service.",
      "odps.stage.",
      "odps.storage.",
      "odps.table.",
      "odps.task.",
      "odps.tunnel.",
      "odps.schema.",
      "odps.sql.executionengine.",
      "odps.sql.job",
      "odps.sql.joiner.",
      "odps.sql.mapjoin.",
      "odps.sql.mapper.",
      "odps.sql.merge.",
      "odps.sql.metering.",
      "odps.sql.mv.",
      "odps.sql.optimizer.",
      "odps.sql.optimize.",
      "odps.sql.planner.",
      "odps.sql.python.version",
      "odps.sql.reducer.",
      "odps.sql.runtime.",
      "odps.sql.reshuffle.",
      "odps.sql.select.output.",
      "odps.sql.session.",
      "odps.sql.skewinfo",
      "odps.sql.skewjoin",
      "odps.sql.split.",
      "odps.sql.sys.flag.",
      "odps.sql.cfile2.",
      "odps.sql.unstructured.",
      "odps.sql.udf.",
      "odps.sql.ddl.",
      "odps.sql.preparse.",
      "odps.sql.allow.namespace.schema",
      "odps.sql.default.zorder.",
      "odps.sql.hive.",
      "odps.sql.type.",
      "odps.sql.orderby.",
      "odps.sql.outerjoin.",
      "odps.sql.sqltask.",
  };
  return std::any_of(std::begin(kTuning), std::end(kTuning), [key](std::string_view begin) {
    return EqualsIgnoreCase(key.substr(0, begin.size()), begin);
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
