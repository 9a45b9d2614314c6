#include "nodes/read/read_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "nodes/model/cron.h"
#include "nodes/read/read_flow.h"
#include "variables/scope.h"

namespace paisql::nodes {

namespace {

constexpr std::pair<std::string_view, Recurrence> kRecurrences[] = {
    {"Normal", Recurrence::kNormal}, {"Pause", Recurrence::kPause}, {"Skip", Recurrence::kSkip}};

constexpr std::pair<std::string_view, RerunMode> kRerunModes[] = {
    {"Allowed", RerunMode::kAllowed},
    {"Denied", RerunMode::kDenied},
    {"FailureAllowed", RerunMode::kFailureAllowed}};

constexpr NodeKey kNodeKeys[] = {
    {"file",
     [](const Value& value, Node& node, NodeReader& reader) {
       std::string file;
       reader.Text(value, "file", file);
       if (!file.empty()) node.path = reader.PathOf(file);
     },
     false},
    {"kind",
     [](const Value& value, Node& node, NodeReader& reader) {
       std::string name;
       reader.Text(value, "kind", name);
       node.kind = FindKind(name);
       if (node.kind == nullptr && !name.empty()) {
         node.kind = &UnknownKind();
         node.unknown_kind = {name, reader.At(value)};
       }
     }},
    {"description",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Text(value, "description", node.description);
     },
     false},
    {"depends",
     [](const Value& value, Node& node, NodeReader& reader) {
       node.depends.emplace();
       reader.Names(value, "depends", *node.depends);
     },
     false},
    {"outputs",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Names(value, "outputs", node.outputs);
     },
     false},
    {"parameters", [](const Value& value, Node& node,
                      NodeReader& reader) { reader.Parameters(value, node.parameters); }},
    {"tags",
     [](const Value& value, Node& node, NodeReader& reader) {
       std::vector<Named> names;
       reader.Names(value, "tags", names);
       for (Named& name : names) node.tags.push_back(std::move(name.name));
     }},
    {"cron",
     [](const Value& value, Node& node, NodeReader& reader) { reader.Cron(value, node.cron); }},
    {"recurrence",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Choose(value, "recurrence", kRecurrences, node.recurrence);
     }},
    {"rerun-mode",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Choose(value, "rerun-mode", kRerunModes, node.rerun_mode);
     }},
    {"rerun-times",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Number(value, "rerun-times", 0, kMostReruns, node.rerun_times);
     }},
    {"rerun-interval",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Duration(value, "rerun-interval", node.rerun_interval_ms);
     }},
    {"timeout", [](const Value& value, Node& node,
                   NodeReader& reader) { reader.Duration(value, "timeout", node.timeout_ms); }},
    {"priority",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Number(value, "priority", 1, kHighestPriority, node.priority);
     }},
};

std::vector<std::string> NodeKeyNames() {
  std::vector<std::string> names;
  for (const NodeKey& key : kNodeKeys) names.emplace_back(key.name);
  for (const NodeKey& key : ControlKeys()) names.emplace_back(key.name);
  return names;
}

const NodeKey* FindKey(std::string_view name) {
  for (const std::span<const NodeKey> keys : {std::span<const NodeKey>(kNodeKeys), ControlKeys()}) {
    for (const NodeKey& key : keys) {
      if (key.name == name) return &key;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const NodeKey> CommonKeys() { return kNodeKeys; }

void NodeReader::Fail(Place place, std::string message, std::string hint) {
  problems_.push_back({true, std::move(place), "", std::move(message), std::move(hint)});
}

void NodeReader::Warn(Place place, std::string message, std::string hint) {
  problems_.push_back({false, std::move(place), "", std::move(message), std::move(hint)});
}

void NodeReader::Unknown(const Member& member, const std::vector<std::string>& known) {
  const std::string near = DidYouMean(ToLower(member.key), known);
  if (near.empty()) return;
  Warn({file_, member.line, member.column},
       fmt::format("'{}' means nothing here, and is kept", member.key), near);
}

std::string NodeReader::PathOf(const std::string& file) const {
  return (std::filesystem::path(folder_) / file).lexically_normal().string();
}

bool NodeReader::Matches(const Value& value, std::string_view name) {
  return value.is_scalar() && EqualsIgnoreCase(value.text, name);
}

void NodeReader::WrongChoice(const Value& value, std::string_view key,
                             const std::vector<std::string>& names) {
  Fail(At(value), fmt::format("`{}` is one of {}", key, Join(names, ", ")),
       value.is_scalar() ? DidYouMean(value.text, names) : "");
}

void NodeReader::Text(const Value& value, std::string_view key, std::string& text) {
  if (value.is_scalar()) {
    text = value.text;
  } else {
    Fail(At(value), fmt::format("`{}` is a text", key), "");
  }
}

void NodeReader::Number(const Value& value, std::string_view key, int least, int most,
                        int& number) {
  const std::optional<int> read = ParseNumber(value.text, least, most);
  if (value.is_scalar() && read.has_value()) {
    number = *read;
    return;
  }
  Fail(At(value), fmt::format("`{}` is a whole number from {} to {}", key, least, most), "");
}

void NodeReader::Flag(const Value& value, std::string_view key, bool& flag) {
  Choose(value, key, {{"true", true}, {"false", false}}, flag);
}

void NodeReader::Duration(const Value& value, std::string_view key, int64_t& milliseconds) {
  const std::optional<int64_t> read =
      value.is_scalar() ? ReadDuration(value.text) : std::optional<int64_t>();
  if (read.has_value()) {
    milliseconds = *read;
  } else {
    Fail(At(value), fmt::format("`{}` is a time such as 90s, 3min or 4h", key), "");
  }
}

void NodeReader::Cron(const Value& value, std::string& cron) {
  Text(value, "cron", cron);
  if (!value.is_scalar()) return;
  const Result<nodes::Cron> read = ReadCron(cron);
  if (!read.ok()) Fail(At(value), read.error().detail, read.error().hint);
}

void NodeReader::Parameters(const Value& value, std::vector<Parameter>& parameters) {
  parameters.clear();
  const auto add = [&](std::string name, const Value& from) {
    if (!from.is_scalar() && !from.is_null()) {
      return Fail(At(from), fmt::format("the value of parameter {} is a text", name), "");
    }
    parameters.push_back({std::move(name), from.text, At(from)});
  };
  if (value.is_map()) {
    for (const Member& member : value.members) {
      const Status good = variables::CheckName(member.key);
      const bool digits =
          std::ranges::all_of(member.key, [](char c) { return c >= '0' && c <= '9'; });
      if (!good.ok() && !digits) {
        Fail({file_, member.line, member.column}, good.error().detail, good.error().hint);
      }
      add(member.key, member.value);
    }
  } else if (value.is_list()) {
    for (size_t i = 0; i < value.items.size(); ++i) add(std::to_string(i + 1), value.items[i]);
  } else if (value.is_scalar()) {
    // As the platform writes them: name=value pairs, or for shells values, separated by blanks.
    size_t position = 0;
    for (const std::string& word : Split(value.text, ' ')) {
      if (word.empty()) continue;
      const size_t equals = word.find('=');
      const bool named =
          equals != std::string::npos && variables::CheckName(word.substr(0, equals)).ok();
      ++position;
      parameters.push_back({named ? word.substr(0, equals) : std::to_string(position),
                            named ? word.substr(equals + 1) : word, At(value)});
    }
  }
}

void NodeReader::Names(const Value& value, std::string_view key, std::vector<Named>& names) {
  names.clear();
  if (value.is_scalar()) {
    names.push_back({value.text, At(value)});
    return;
  }
  if (!value.is_list() && !value.is_null()) {
    return Fail(At(value), fmt::format("`{}` is a list of names", key), "");
  }
  for (const Value& item : value.items) {
    if (item.is_scalar() && !item.text.empty()) {
      names.push_back({item.text, At(item)});
    } else {
      Fail(At(item), fmt::format("`{}` is a list of names", key), "");
    }
  }
}

void NodeReader::ReadKeys(const Value& value, Node& node, bool defaults) {
  for (const Member& member : value.members) {
    const NodeKey* known = FindKey(member.key);
    if (known == nullptr) {
      Unknown(member, NodeKeyNames());
    } else if (defaults && !known->default_too) {
      Fail({file_, member.line, member.column},
           fmt::format("`{}` belongs to a node, not to the defaults", member.key), "");
    } else {
      known->read(member.value, node, *this);
    }
  }
}

void NodeReader::ReadDefaults(const Value& value) {
  if (value.is_map()) {
    ReadKeys(value, defaults_, true);
  } else {
    Fail(At(value), "`defaults` is a map with what a node may have", "");
  }
}

void NodeReader::Read(const Value& value, Node& node) {
  const size_t before = problems_.size();
  if (value.is_scalar()) {
    node.path = PathOf(value.text);
  } else if (value.is_map()) {
    ReadKeys(value, node, false);
  } else if (!value.is_null()) {
    return Fail(At(value), fmt::format("node {} is a map, or the name of its file", node.name), "");
  }
  if (node.kind == &UnknownKind()) TellUnknownKind(node);
  if (problems_.size() > before && problems_.back().error) return;
  ChooseKind(value, node);
  if (node.kind == nullptr) {
    Fail(node.place, fmt::format("nothing says what node {} is", node.name),
         fmt::format("`kind: VIRTUAL` for one without code, else `file:`, or a file {}.sql, "
                     "{}.sh or {}.py beside flow.yaml",
                     node.name, node.name, node.name));
  } else if (node.kind->wants_code() && node.path.empty() &&
             node.recurrence == Recurrence::kNormal) {
    Fail(node.place, fmt::format("node {} has no file of code", node.name),
         "`file:` names it, from the folder of flow.yaml");
  } else {
    CheckControl(node, *this);
  }
}

// A node that is not to run stops nobody, whatever it is.
void NodeReader::TellUnknownKind(const Node& node) {
  const auto& [name, place] = node.unknown_kind;
  std::string text = fmt::format("there is no kind of node called '{}'", name);
  if (node.recurrence != Recurrence::kNormal) return Warn(place, std::move(text), NearKinds(name));
  const std::string near = NearKinds(name);
  Fail(place, std::move(text),
       near.empty() ? "recurrence: Skip lets the node succeed without running" : near);
}

// Takes the kind that it names, else that of its keys, of the defaults, or of its file.
void NodeReader::ChooseKind(const Value& value, Node& node) {
  const bool said = value.is_map() && value.Find("kind") != nullptr;
  const Kind* steers = KindOfControl(node);
  if (!said && steers != nullptr) node.kind = steers;
  if (node.path.empty() && (node.kind == nullptr || !CodeEnds(*node.kind).empty())) FindFile(node);
  if (!said && !node.gives.empty() && node.path.empty() && steers == nullptr) {
    node.kind = FindKind("PARAM_HUB");
  }
  if (node.kind == nullptr && !node.path.empty()) node.kind = KindOfFile(node.path);
}

// <name>.sql and its like beside flow.yaml, of the node's kind where that is known.
void NodeReader::FindFile(Node& node) {
  std::vector<std::string_view> ends;
  if (node.kind != nullptr) {
    ends = CodeEnds(*node.kind);
  } else {
    for (const Kind& kind : Kinds()) {
      if (!kind.extension.empty()) ends.push_back(kind.extension);
    }
  }
  for (const std::string_view end : ends) {
    const std::string path = PathOf(node.name + std::string(end));
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure)) continue;
    node.path = path;
    return;
  }
}

}  // namespace paisql::nodes
