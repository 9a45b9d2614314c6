// Client commands: SET, USE, SHOW, DESC, resources, jobs.

#include "base/text.h"
#include "base/whole_number.h"
#include "syntax/build/offline_model.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {

namespace {

Identifier WordIdentifier(const CommandWord& word) {
  return Identifier{ToWord(word).text, false, word.range};
}

// "2026-01-31"
bool IsDay(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00";
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kForm[i] == '0' ? !digit : text[i] != kForm[i]) return false;
  }
  return true;
}

ShowWhat WhatOf(P::ShowTablesContext& context) {
  return context.EXTERNAL() != nullptr       ? ShowWhat::kExternalTables
         : context.MATERIALIZED() != nullptr ? ShowWhat::kMaterializedViews
         : context.TABLES() != nullptr       ? ShowWhat::kTables
                                             : ShowWhat::kViews;
}

ShowWhat WhatOf(P::ShowNamesContext& context) {
  return context.FUNCTIONS() != nullptr   ? ShowWhat::kFunctions
         : context.RESOURCES() != nullptr ? ShowWhat::kResources
         : context.MODELS() != nullptr    ? ShowWhat::kModels
         : context.SERVICES() != nullptr  ? ShowWhat::kServices
         : context.STREAMS() != nullptr   ? ShowWhat::kStreams
         : context.SCHEMAS() != nullptr   ? ShowWhat::kSchemas
                                          : ShowWhat::kProjects;
}

ShowWhat WhatOf(P::ShowStorageContext& context) {
  return context.BUCKETS() != nullptr ? ShowWhat::kBuckets
         : context.USERS() != nullptr ? ShowWhat::kUsers
                                      : ShowWhat::kRoles;
}

}  // namespace

// The words of the statement after its first `skip` tokens.
std::vector<CommandWord> TreeBuilder::TailWords(const antlr4::ParserRuleContext* context,
                                                size_t skip) const {
  return CommandWords(tokens_, context->start->getTokenIndex() + skip,
                      context->stop->getTokenIndex() + 1);
}

// Something is missing at the end of the statement.
void TreeBuilder::FailAtEnd(const std::string& expected) const {
  Fail(ErrorCode::kParse, tokens_.RangeAt(tokens_.count() - 1),
       InvalidToken("<EOF>") + ", expect one of " + expected);
}

StatementPtr TreeBuilder::BuildSet(P::SetStatementContext* context) {
  const std::vector<CommandWord> words = TailWords(context, 1);
  if (words.empty()) FailAtEnd("identifier");
  const size_t begin = words[0].range.begin;
  const size_t stop = RangeOf(context).end;
  const size_t equals = tokens_.text().substr(0, stop).find('=', begin);
  if (equals == std::string_view::npos) FailAtEnd("'='");

  auto set = std::make_unique<SetStatement>();
  set->key = Trim(tokens_.text().substr(begin, equals - begin));
  if (set->key.empty()) {
    Fail(ErrorCode::kParse, words[0].range, InvalidToken("="), "write SET key=value");
  }
  if (words[0].range.end < begin + set->key.size()) {
    Fail(ErrorCode::kParse, words[1].range,
         InvalidToken(ToWord(words[1]).text) + ", expect one of '='", "write SET key=value");
  }
  set->key_range = SubRange(tokens_.text(), words[0].range, 0, set->key.size());
  set->value = ValueText(tokens_, context->start->getTokenIndex() + 1, equals + 1);
  return set;
}

StatementPtr TreeBuilder::BuildUnset(P::UnsetStatementContext* context) {
  const std::vector<CommandWord> words = TailWords(context, 1);
  if (words.empty()) FailAtEnd("identifier");
  if (words.size() > 1) {
    Fail(ErrorCode::kParse, words[1].range, InvalidToken(ToWord(words[1]).text));
  }
  auto unset = std::make_unique<UnsetStatement>();
  unset->key = ToWord(words[0]).text;
  return unset;
}

StatementPtr TreeBuilder::BuildUse(P::UseStatementContext* context) {
  auto use = std::make_unique<UseStatement>();
  if (context->SCHEMA() == nullptr || context->schema != nullptr) {
    use->project = BuildIdentifier(context->project);
  }
  if (context->schema != nullptr || context->SCHEMA() != nullptr) {
    use->schema = BuildIdentifier(context->schema != nullptr ? context->schema : context->project);
  }
  if (context->option != nullptr) {
    const Identifier option = BuildIdentifier(context->option);
    if (!EqualsIgnoreCase(option.text, "settings")) {
      Fail(ErrorCode::kParse, option.range, InvalidToken(option.text),
           "USE takes one option, with-settings");
    }
    use->with_settings = true;
  }
  return use;
}

void TreeBuilder::BuildShowHistory(P::ShowHistoryContext* context, ShowStatement& show) {
  show.what = ShowWhat::kHistory;
  if (context->table != nullptr) show.table = BuildName(context->table);
  if (context->schema != nullptr) {
    show.in = BuildName(context->schema).parts;
    show.in_schema = true;
  }
  if (context->partitionSpec() != nullptr) {
    show.partition = BuildPartitionSpec(context->partitionSpec());
  }
  auto* property = context->property();
  if (property == nullptr) return;
  if (!EqualsIgnoreCase(BuildString(property->key), "id")) {
    Fail(ErrorCode::kParse, RangeOf(property->key), InvalidToken(property->key->getText()),
         "write SHOW HISTORY FOR TABLE t ('id'='7')");
  }
  show.id = BuildHistoryNumber(property->value);
}

// SHOW P, SHOW P 20, SHOW P -limit 20, SHOW P -p project, SHOW P FROM 2026-01-01 TO 2026-01-31 20,
// TOP INSTANCES
void TreeBuilder::BuildShowInstances(P::ShowStatementContext* context, ShowStatement& show) const {
  constexpr const char* kForm = "write SHOW P, SHOW P 20, or SHOW P FROM 2026-01-01 TO 2026-01-31";
  show.what = ShowWhat::kInstances;
  bool option = false;
  bool project = false;        // the next word is one
  std::string* day = nullptr;  // that the next word is
  for (const CommandWord& word : TailWords(context, 2)) {
    const std::string text = ToWord(word).text;
    if (project) {
      show.in.push_back(WordIdentifier(word));
      project = false;
      continue;
    }
    const std::optional<int64_t> count = ParseNumber<int64_t>(text);
    if (day != nullptr) {
      if (!IsDay(text)) Fail(ErrorCode::kParse, word.range, InvalidToken(text), kForm);
      *day = text;
      day = nullptr;
    } else if (IsWord(word, "FROM") && show.from_day.empty()) {
      day = &show.from_day;
    } else if (IsWord(word, "TO") && show.to_day.empty()) {
      day = &show.to_day;
    } else if (count >= 0 && !show.count.has_value()) {
      show.count = count;
    } else if (IsWord(word, "-limit") && !option && !show.count.has_value()) {
      option = true;
    } else if (IsWord(word, "-p") && show.in.empty()) {
      project = true;
    } else if (!IsWord(word, "-all")) {  // a home has one user, so -all shows the same instances
      Fail(ErrorCode::kParse, word.range, InvalidToken(text), kForm);
    }
  }
  if (day != nullptr) {
    Fail(ErrorCode::kParse, tokens_.RangeAt(tokens_.count() - 1), InvalidToken("<EOF>"), kForm);
  }
  if (option && !show.count.has_value()) FailAtEnd("a number");
  if (project) FailAtEnd("the name of a project");
}

// IN project[.schema], IN SCHEMA schema; of SHOW COLUMNS it is a part of the table's name.
void TreeBuilder::BuildShowProject(P::InProjectContext* context, ShowStatement& show) const {
  std::vector<Identifier> in = {BuildIdentifier(context->project)};
  if (context->schema != nullptr) in.push_back(BuildIdentifier(context->schema));
  if (show.what == ShowWhat::kColumns) {
    show.table->parts.insert(show.table->parts.begin(), in.begin(), in.end());
    return;
  }
  show.in = std::move(in);
  show.in_schema = context->SCHEMA() != nullptr;
}

StatementPtr TreeBuilder::BuildShow(P::ShowStatementContext* context) {
  auto show = std::make_unique<ShowStatement>();
  if (auto* tables = dynamic_cast<P::ShowTablesContext*>(context)) {
    show->what = WhatOf(*tables);
  } else if (auto* names = dynamic_cast<P::ShowNamesContext*>(context)) {
    show->what = WhatOf(*names);
    show->listed = names->SHOW() == nullptr;
  } else if (auto* models = dynamic_cast<P::ShowOfflineModelsContext*>(context)) {
    show->what = ShowWhat::kOfflineModels;
    if (models->prefix != nullptr) show->pattern = BuildIdentifier(models->prefix).text + "*";
  } else if (auto* partitions = dynamic_cast<P::ShowPartitionsContext*>(context)) {
    show->what = ShowWhat::kPartitions;
    show->table = BuildName(partitions->qualifiedName());
    if (partitions->partitionSpec() != nullptr) {
      show->partition = BuildPartitionSpec(partitions->partitionSpec());
    }
  } else if (auto* properties = dynamic_cast<P::ShowPropertiesContext*>(context)) {
    show->what = ShowWhat::kProperties;
    show->table = BuildName(properties->qualifiedName());
    if (properties->key != nullptr) show->pattern = BuildString(properties->key);
  } else if (auto* builtins = dynamic_cast<P::ShowBuiltinsContext*>(context)) {
    show->what = ShowWhat::kFunctions;
    show->built_in = true;
    if (!EqualsIgnoreCase(builtins->word->getText(), "BUILTIN")) {
      Fail(ErrorCode::kParse, RangeOf(builtins->word), InvalidToken(builtins->word->getText()),
           "write SHOW FUNCTIONS");
    }
  } else if (auto* create = dynamic_cast<P::ShowCreateTableContext*>(context)) {
    show->what = ShowWhat::kCreateTable;
    show->table = BuildName(create->qualifiedName());
  } else if (auto* columns = dynamic_cast<P::ShowColumnsContext*>(context)) {
    show->what = ShowWhat::kColumns;
    show->table = BuildName(columns->qualifiedName());
  } else if (auto* jobs = dynamic_cast<P::ShowJobsContext*>(context)) {
    show->what = ShowWhat::kJobs;
    if (jobs->limit != nullptr) show->count = BuildInteger(jobs->INTEGER_VALUE());
  } else if (auto* storage = dynamic_cast<P::ShowStorageContext*>(context)) {
    show->what = WhatOf(*storage);
    show->listed = storage->SHOW() == nullptr;
  } else if (auto* grants = dynamic_cast<P::ShowGrantsContext*>(context)) {
    show->what = ShowWhat::kGrants;
    BuildShowGrants(grants, *show);
  } else if (auto* security = dynamic_cast<P::ShowSecurityContext*>(context)) {
    BuildShowSecurity(security, *show);
  } else if (auto* history = dynamic_cast<P::ShowHistoryContext*>(context)) {
    BuildShowHistory(history, *show);
  } else if (dynamic_cast<P::ShowRecycleBinContext*>(context) != nullptr) {
    show->what = ShowWhat::kHistory;
    show->dropped = true;
  } else if (dynamic_cast<P::ShowFlagsContext*>(context) != nullptr) {
    show->what = ShowWhat::kFlags;
  } else if (dynamic_cast<P::ShowVariablesContext*>(context) != nullptr) {
    show->what = ShowWhat::kVariables;
  } else if (auto* exported = dynamic_cast<P::ExportTableContext*>(context)) {
    show->what = ShowWhat::kExport;
    show->table = BuildName(exported->qualifiedName());
  } else if (dynamic_cast<P::ShowOwnerContext*>(context) != nullptr) {
    show->what = ShowWhat::kOwner;
  } else {
    BuildShowInstances(context, *show);
    if (dynamic_cast<P::TopInstancesContext*>(context) != nullptr) show->what = ShowWhat::kTop;
  }
  if (auto* project = context->getRuleContext<P::InProjectContext>(0)) {
    BuildShowProject(project, *show);
  }
  if (auto* pattern = context->getRuleContext<P::LikePatternContext>(0)) {
    show->pattern = pattern->stringValue() != nullptr ? BuildString(pattern->stringValue())
                                                      : BuildIdentifier(pattern->identifier()).text;
  }
  return show;
}

StatementPtr TreeBuilder::BuildDescribe(P::DescribeStatementContext* context) {
  auto describe = std::make_unique<DescribeStatement>();
  if (auto* table = dynamic_cast<P::DescribeTableContext*>(context)) {
    describe->extended = table->EXTENDED() != nullptr;
    describe->name = BuildName(table->qualifiedName());
    if (table->partitionSpec() != nullptr) {
      describe->partition = BuildPartitionSpec(table->partitionSpec());
    }
    return describe;
  }
  if (auto* variable = dynamic_cast<P::DescribeVariableContext*>(context)) {
    describe->what = DescribeWhat::kVariable;
    describe->extended = variable->EXTENDED() != nullptr;
    describe->name.parts.push_back(VariableName(variable->VARIABLE()->getSymbol(), tokens_));
    describe->name.range = describe->name.parts.front().range;
    return describe;
  }
  if (auto* function = dynamic_cast<P::DescribeFunctionContext*>(context)) {
    describe->what = DescribeWhat::kFunction;
    describe->extended = function->EXTENDED() != nullptr;
    describe->name = BuildName(function->qualifiedName());
    return describe;
  }
  auto* thing = static_cast<P::DescribeThingContext*>(context);
  describe->what = thing->RESOURCE() != nullptr       ? DescribeWhat::kResource
                   : thing->INSTANCE() != nullptr     ? DescribeWhat::kInstance
                   : thing->MODEL() != nullptr        ? DescribeWhat::kModel
                   : thing->OFFLINEMODEL() != nullptr ? DescribeWhat::kOfflineModel
                   : thing->SERVICE() != nullptr      ? DescribeWhat::kService
                   : thing->STREAM() != nullptr       ? DescribeWhat::kStream
                   : thing->SCHEMA() != nullptr       ? DescribeWhat::kSchema
                   : thing->ROLE() != nullptr         ? DescribeWhat::kRole
                                                      : DescribeWhat::kProject;
  if (describe->what == DescribeWhat::kOfflineModel) {
    constexpr const char* kForm = "write DESC OFFLINEMODEL [-p project] m";
    WordReader words(tokens_, TailWords(context, 2));
    const Word model = TakeOfflineModel(words, kForm);
    words.End("'<EOF>'", kForm);
    describe->name.parts.push_back({model.text, false, model.range});
    describe->name.range = model.range;
    return describe;
  }
  const std::vector<CommandWord> words = TailWords(context, 2);
  for (const CommandWord& word : words) {
    // EXTENDED alone is the name of a project.
    const bool extended = IsWord(word, "-extended") ||
                          (words.size() > 1 && &word == words.data() && IsWord(word, "EXTENDED"));
    if (describe->what == DescribeWhat::kProject && extended) {
      describe->extended = true;
    } else if (describe->name.parts.empty()) {
      describe->name.parts.push_back(WordIdentifier(word));
      describe->name.range = word.range;
    } else {
      Fail(ErrorCode::kParse, word.range, InvalidToken(ToWord(word).text));
    }
  }
  if (describe->name.parts.empty()) FailAtEnd("identifier");
  return describe;
}

StatementPtr TreeBuilder::BuildAddResource(P::AddResourceContext* context) {
  if (auto* file = dynamic_cast<P::AddFileContext*>(context)) return BuildAddFile(file);
  auto* table = static_cast<P::AddTableContext*>(context);
  auto add = std::make_unique<AddResourceStatement>();
  add->type = ResourceType::kTable;
  add->path = BuildName(table->table).ToString();
  add->path_range = RangeOf(table->table);
  if (table->partitionSpec() != nullptr)
    add->partition = BuildPartitionSpec(table->partitionSpec());
  if (table->alias != nullptr) {
    add->alias = BuildIdentifier(table->alias).text;
    add->alias_range = RangeOf(table->alias);
  }
  if (table->stringValue() != nullptr) add->comment = BuildString(table->stringValue());
  add->force = table->flag != nullptr;
  if (add->force && !EqualsIgnoreCase(BuildIdentifier(table->flag).text, "f")) {
    Fail(ErrorCode::kParse, RangeOf(table->flag), InvalidToken(TextOf(table->flag)),
         "ADD takes one option, -f");
  }
  return add;
}

StatementPtr TreeBuilder::BuildAddFile(P::AddFileContext* context) {
  auto add = std::make_unique<AddResourceStatement>();
  add->in_volume = context->VOLUMEFILE() != nullptr || context->VOLUMEARCHIVE() != nullptr;
  const bool archive = context->ARCHIVE() != nullptr || context->VOLUMEARCHIVE() != nullptr;
  add->type = context->PY() != nullptr    ? ResourceType::kPy
              : context->JAR() != nullptr ? ResourceType::kJar
              : archive                   ? ResourceType::kArchive
                                          : ResourceType::kFile;
  const std::vector<CommandWord> words = TailWords(context, 2);
  for (size_t i = 0; i < words.size(); ++i) {
    if (IsWord(words[i], "-f")) {
      add->force = true;
    } else if (add->path.empty()) {
      add->path = ToWord(words[i]).text;
      add->path_range = words[i].range;
    } else if (i + 1 < words.size() && IsWord(words[i], "AS") && add->alias.empty()) {
      add->alias = ToWord(words[++i]).text;
      add->alias_range = words[i].range;
      if (add->alias.empty()) {
        Fail(ErrorCode::kParse, words[i].range, "the name of a resource is empty");
      }
    } else if (i + 1 < words.size() && IsWord(words[i], "COMMENT") && add->comment.empty()) {
      add->comment = ToWord(words[++i]).text;
    } else {
      Fail(ErrorCode::kParse, words[i].range,
           InvalidToken(tokens_.TextOf(words[i].range)) + ", expect one of 'AS','COMMENT','-f'",
           "put a path with blanks into quotes");
    }
  }
  if (add->path.empty()) FailAtEnd("a path");
  return add;
}

StatementPtr TreeBuilder::BuildDropResource(P::DropResourceContext* context) {
  std::vector<CommandWord> words = TailWords(context, 2);
  auto drop = std::make_unique<DropResourceStatement>();
  if (words.size() > 2 && IsWord(words[0], "IF") && IsWord(words[1], "EXISTS")) {
    drop->if_exists = true;
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) FailAtEnd("identifier");
  if (words.size() > 1) {
    Fail(ErrorCode::kParse, words[1].range, InvalidToken(ToWord(words[1]).text));
  }
  drop->name = ToWord(words[0]).text;
  drop->name_range = words[0].range;
  return drop;
}

StatementPtr TreeBuilder::BuildGetResource(P::GetResourceContext* context) {
  const std::vector<CommandWord> words = TailWords(context, 2);
  if (words.empty()) FailAtEnd("identifier");
  if (words.size() < 2) FailAtEnd("a path");
  if (words.size() > 2) {
    Fail(ErrorCode::kParse, words[2].range, InvalidToken(ToWord(words[2]).text),
         "put a path with blanks into quotes");
  }
  auto get = std::make_unique<GetResourceStatement>();
  get->name = ToWord(words[0]).text;
  get->name_range = words[0].range;
  get->path = ToWord(words[1]).text;
  return get;
}

StatementPtr TreeBuilder::BuildJobCommand(P::JobCommandContext* context) {
  auto job = std::make_unique<JobCommandStatement>();
  switch (context->start->getType()) {
    case P::WAIT:
      job->command = JobCommand::kWait;
      break;
    case P::STATUS:
      job->command = JobCommand::kStatus;
      break;
    case P::KILL:
      job->command = JobCommand::kKill;
      break;
    case P::RERUN:
      job->command = JobCommand::kRerun;
      break;
    default:
      job->command = JobCommand::kLog;
      break;
  }
  std::vector<Word> words = ToWords(TailWords(context, 1));
  // A command that changes something needs the instance's id; the others mean the newest job.
  const bool changes = job->command == JobCommand::kKill || job->command == JobCommand::kRerun;
  if (words.empty() && changes) FailAtEnd("the ID of an instance");
  if (words.empty()) return job;
  job->instance_id = words[0].text;
  job->id_range = words[0].range;
  words.erase(words.begin());
  if (!words.empty() && job->command != JobCommand::kLog) {
    Fail(ErrorCode::kParse, words[0].range, InvalidToken(words[0].text),
         "give only the ID of one instance");
  }
  job->words = std::move(words);
  return job;
}

}  // namespace paisql::syntax
