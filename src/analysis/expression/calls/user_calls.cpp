#include "analysis/expression/calls/user_calls.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "analysis/expression/coercion.h"
#include "analysis/variables.h"
#include "base/text.h"
#include "functions/owned_function.h"
#include "store/function_catalog.h"
#include "store/place.h"

namespace paisql::analysis {
namespace {

Error Unresolved(const std::string& name, const SourceRange& range, const std::string& why) {
  return SemanticError(range, fmt::format("function '{}' cannot be resolved: {}", name, why),
                       fmt::format("DESC FUNCTION {} shows its class and its resources", name));
}

struct Form {
  std::string_view word;  // of the catalog
  udf::FunctionForm form;
  functions::FunctionKind kind;
};
constexpr Form kForms[] = {
    {"scalar", udf::FunctionForm::kScalar, functions::FunctionKind::kScalar},
    {"aggregate", udf::FunctionForm::kAggregate, functions::FunctionKind::kAggregate},
    {"table", udf::FunctionForm::kTable, functions::FunctionKind::kTable},
};

const Form* FormOf(const store::UserFunction& row) {
  for (const Form& form : kForms) {
    if (form.word == row.form) return &form;
  }
  return nullptr;
}

udf::Resource::Kind KindInWorker(store::ResourceKind kind, bool java) {
  switch (kind) {
    case store::ResourceKind::kPy:
      return udf::Resource::Kind::kPython;
    case store::ResourceKind::kJar:
      return java ? udf::Resource::Kind::kJar : udf::Resource::Kind::kArchive;
    case store::ResourceKind::kArchive:
      return udf::Resource::Kind::kArchive;
    case store::ResourceKind::kTable:
      return udf::Resource::Kind::kTable;
    case store::ResourceKind::kFile:
      break;
  }
  return udf::Resource::Kind::kFile;
}

// The resources as they are now; an alias of the session is followed. `uses` gets them, too.
Result<std::vector<store::Resource>> FindResources(State& state, const store::UserFunction& row,
                                                   const SourceRange& range,
                                                   std::vector<UsedObject>& uses) {
  std::vector<store::Resource> resources;
  for (const std::string& written : row.resources) {
    const size_t colon = written.find(':');
    const bool elsewhere = colon != std::string::npos;
    const std::string place = elsewhere ? written.substr(0, colon) : row.project;
    const std::string name = elsewhere ? written.substr(colon + 1) : written;
    PAISQL_ASSIGN_AT(range, names::Meaning<store::Resource> found,
                     state.names.Resource(place, name));
    if (!found.row.has_value()) {
      return Unresolved(row.name, range, fmt::format("there is no resource {}", written));
    }
    if (found.row->kind == store::ResourceKind::kTable && state.context.table_reader != nullptr) {
      PAISQL_TRY_AT(range, (*state.context.table_reader)(*found.row));
    }
    uses.push_back({"resource", found.row->project, found.row->name, found.row->owner});
    resources.push_back(*std::move(found.row));
    resources.back().name = name;
  }
  return resources;
}

std::shared_ptr<const udf::Environment> EnvironmentOf(
    const State& state, const std::vector<store::Resource>& resources,
    const std::vector<store::FunctionCode>& codes) {
  auto environment = std::make_shared<udf::Environment>(state.context.python);
  environment->java = store::IsInJava(resources, codes);
  environment->key = fmt::format(
      "{}|{}|{}|{}", environment->java ? "java" : environment->python, environment->timeout_s,
      environment->java ? environment->java_memory_mb : environment->memory_mb,
      environment->confine);
  for (const std::string& folder : environment->readable) environment->key += ":" + folder;
  for (const store::Resource& resource : resources) {
    environment->resources.push_back(
        {resource.name, resource.path, KindInWorker(resource.kind, environment->java)});
    environment->key += fmt::format("|{}:{}:{}", resource.name, resource.id, resource.sha256);
  }
  for (const store::FunctionCode& code : codes) {
    environment->codes.push_back({code.file_name, code.text});
    environment->key += fmt::format("|{}:{}:{}", code.file_name, code.text.size(), code.text);
  }
  return environment;
}

// Reads again what the class says where its resources are others by now.
Status Refresh(State& state, const std::vector<store::Resource>& resources,
               store::UserFunction& row, const SourceRange& range) {
  std::vector<int64_t> ids;
  for (const store::Resource& resource : resources) ids.push_back(resource.id);
  if (!row.form.empty() && ids == row.read_from) return Status::Ok();
  if (state.context.signature_reader == nullptr) return Status::Ok();
  PAISQL_TRY_AT(range, (*state.context.signature_reader)(resources, row));
  return Status::Ok();
}

Result<std::vector<udf::Signature>> SignaturesOf(const store::UserFunction& row,
                                                 udf::FunctionForm form, const SourceRange& range) {
  if (row.signature.empty()) {
    if (form != udf::FunctionForm::kTable) {
      return Unresolved(row.name, range, row.class_name + " has no @annotate");
    }
    udf::Signature any;
    any.any_more = true;
    return std::vector<udf::Signature>{any};
  }
  Result<std::vector<udf::Signature>> signatures = udf::ParseSignatures(row.signature);
  if (!signatures.ok()) return Unresolved(row.name, range, signatures.error().detail);
  for (const udf::Signature& signature : *signatures) {
    if (form == udf::FunctionForm::kTable || signature.results.size() == 1) continue;
    return Unresolved(
        row.name, range,
        fmt::format("@annotate('{}') has {} results", row.signature, signature.results.size()));
  }
  return signatures;
}

Result<std::shared_ptr<const UserFunction>> Understand(State& state, store::UserFunction row,
                                                       const SourceRange& range) {
  auto meaning = std::make_shared<UserFunction>();
  meaning->uses.push_back({"function", row.project, row.name, row.owner});
  PAISQL_TRY(state.CheckUse(meaning->uses.front(), range));
  PAISQL_ASSIGN(const std::vector<store::Resource> resources,
                FindResources(state, row, range, meaning->uses));
  PAISQL_TRY(Refresh(state, resources, row, range));
  const Form* const form = FormOf(row);
  if (form == nullptr) {
    return Unresolved(row.name, range, "no resource has the class " + row.class_name);
  }
  meaning->form = form->form;
  PAISQL_ASSIGN(meaning->signatures, SignaturesOf(row, form->form, range));
  meaning->class_name = row.class_name;
  meaning->whole_columns = row.whole_columns;
  meaning->environment = EnvironmentOf(state, resources, row.codes);
  meaning->function = functions::MakeFunction(
      {.name = ToLower(row.name), .kind = form->kind, .signatures = {"(ANY*) -> ANY"}});
  return std::shared_ptr<const UserFunction>(std::move(meaning));
}

// What the statement calls, and whether the session's user may.
Status NoteCall(State& state, const UserFunction& function, const SourceRange& range) {
  for (const UsedObject& use : function.uses) {
    PAISQL_TRY(state.CheckUse(use, range));
    if (store::IsTemporaryPlace(use.project)) continue;
    const bool resource = &use != &function.uses.front();
    (resource ? state.context.resources : state.context.functions)
        .insert(use.project + "." + use.name);
  }
  return Status::Ok();
}

// A function of the session hides that of its project.
Result<std::optional<store::UserFunction>> FindRow(const names::Names& names,
                                                   const std::string& place,
                                                   const std::string& temporary,
                                                   const std::string& name,
                                                   const SourceRange& range) {
  store::FunctionCatalog catalog(names.catalog());
  if (!temporary.empty()) {
    PAISQL_ASSIGN_AT(range, std::optional<store::UserFunction> own, catalog.Find(temporary, name));
    if (own.has_value() && names.outlives_session()) {
      return SemanticError(range, fmt::format("{} is a temporary function", name),
                           "it ends with its session, before what calls it here: write CREATE "
                           "FUNCTION");
    }
    if (own.has_value()) return own;
  }
  PAISQL_ASSIGN_AT(range, std::optional<store::UserFunction> row, catalog.Find(place, name));
  return row;
}

// "2", "at least 1", "1 or 2"
std::string ArgumentCounts(const UserFunction& function) {
  std::set<std::pair<size_t, bool>> counts;
  for (const udf::Signature& signature : function.signatures) {
    counts.emplace(signature.arguments.size(), signature.any_more);
  }
  std::string text;
  for (const auto& [count, more] : counts) {
    text += fmt::format("{}{}{}", text.empty() ? "" : " or ", more ? "at least " : "", count);
  }
  return text;
}

Error WrongArgumentCount(const UserFunction& function, size_t given, const SourceRange& range) {
  const std::string wanted = ArgumentCounts(function);
  return {ErrorCode::kArgumentCount,
          fmt::format("function {} needs {} parameter{}, actually have {}", function.function->name,
                      wanted, wanted.ends_with(" 1") || wanted == "1" ? "" : "s", given),
          range, ""};
}

bool TakesSoMany(const udf::Signature& signature, size_t count) {
  return signature.any_more ? count >= signature.arguments.size()
                            : count == signature.arguments.size();
}

bool Converts(ConversionKind kind) {
  return kind == ConversionKind::kSame || kind == ConversionKind::kImplicit;
}

// How far the arguments are from those of a signature; nullopt where one does not convert. A number
// rather becomes a wider number than anything else.
std::optional<int> Distance(State& state, const udf::Signature& signature,
                            const std::vector<plan::ExpressionPtr>& arguments) {
  constexpr int kNarrower = 40;
  constexpr int kOtherwise = 80;
  int sum = signature.any_more ? 1 : 0;
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const DataType& from = arguments[i]->type;
    const DataType& to = signature.arguments[i];
    const ConversionKind kind = Conversion(from, to, state.types());
    if (!Converts(kind)) return std::nullopt;
    const int apart = static_cast<int>(to.id()) - static_cast<int>(from.id());
    if (kind == ConversionKind::kSame || apart == 0) continue;
    sum += !from.IsNumeric() || !to.IsNumeric() ? kOtherwise
           : apart > 0                          ? apart
                                                : kNarrower - apart;
  }
  return sum;
}

// The signature to which the arguments are nearest; the first of those that take so many where none
// takes their types.
Result<const udf::Signature*> ChooseSignature(State& state, const UserFunction& function,
                                              const std::vector<plan::ExpressionPtr>& arguments,
                                              const SourceRange& range) {
  const udf::Signature* chosen = nullptr;
  std::optional<int> least;
  for (const udf::Signature& signature : function.signatures) {
    if (!TakesSoMany(signature, arguments.size())) continue;
    const std::optional<int> distance = Distance(state, signature, arguments);
    const bool better = distance.has_value() && (!least.has_value() || *distance < *least);
    if (chosen == nullptr || better) chosen = &signature;
    if (better) least = distance;
  }
  if (chosen == nullptr) return WrongArgumentCount(function, arguments.size(), range);
  return chosen;
}

}  // namespace

Status CheckSignature(const store::UserFunction& function) {
  const Form* const form = FormOf(function);
  if (form == nullptr) return Status::Ok();
  Result<std::vector<udf::Signature>> signatures = SignaturesOf(function, form->form, {});
  return signatures.ok() ? Status::Ok() : Status(std::move(signatures).error());
}

Result<std::shared_ptr<const UserFunction>> FindUserFunction(State& state,
                                                             const syntax::QualifiedName& name) {
  const std::string& last = name.parts.back().text;
  std::vector<std::string> qualifiers;
  for (size_t i = 0; i + 1 < name.parts.size(); ++i) qualifiers.push_back(name.parts[i].text);
  if (qualifiers.empty() && FindVariable(state.variables, FunctionKey(last)) != nullptr) {
    return std::shared_ptr<const UserFunction>();
  }
  const std::string place = state.names.PlaceOf(qualifiers);
  const SourceRange& range = name.range.known() ? name.range : name.parts.back().range;
  const std::string temporary = qualifiers.empty() ? state.names.TemporaryPlace() : "";
  const std::string key = ToLower(place) + "|" + temporary + "|" + ToLower(last);
  if (const auto known = state.user_functions.find(key); known != state.user_functions.end()) {
    if (known->second != nullptr) PAISQL_TRY(NoteCall(state, *known->second, range));
    return known->second;
  }
  PAISQL_ASSIGN(std::optional<store::UserFunction> row,
                FindRow(state.names, place, temporary, last, range));
  std::shared_ptr<const UserFunction> meaning;
  if (row.has_value()) {
    PAISQL_ASSIGN(meaning, Understand(state, *std::move(row), range));
    PAISQL_TRY(NoteCall(state, *meaning, range));
  }
  state.user_functions.emplace(key, meaning);
  return meaning;
}

Result<std::shared_ptr<const plan::UserFunctionUse>> UseUserFunction(
    State& state, const UserFunction& function, std::vector<plan::ExpressionPtr>& arguments,
    const SourceRange& range, size_t columns) {
  PAISQL_ASSIGN(const udf::Signature* const signature,
                ChooseSignature(state, function, arguments, range));
  const std::vector<DataType>& wanted = signature->arguments;
  auto spec = std::make_shared<udf::FunctionSpec>();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const DataType type = i < wanted.size() ? wanted[i] : Storable(arguments[i]->type);
    const ConversionKind kind = Conversion(arguments[i]->type, type, state.types());
    if (!Converts(kind)) {
      return Error{ErrorCode::kInvalidArgumentType,
                   fmt::format("invalid type {} of argument {} for function {}, expect {}",
                               arguments[i]->type.ToString(), i + 1, function.function->name,
                               type.ToString()),
                   arguments[i]->range, "write CAST(… AS " + type.ToString() + ")"};
    }
    arguments[i] = CoerceTo(state, std::move(arguments[i]), type);
    spec->arguments.push_back(type);
  }
  spec->name = std::string(function.function->name);
  spec->form = function.form;
  spec->class_name = function.class_name;
  spec->results = signature->results;
  if (spec->results.empty()) spec->results.assign(columns, DataType(TypeId::kString));
  spec->whole_columns = function.whole_columns;
  spec->environment = function.environment;
  auto use = std::make_shared<plan::UserFunctionUse>();
  use->function = function.function;
  use->spec = std::move(spec);
  return std::shared_ptr<const plan::UserFunctionUse>(std::move(use));
}

}  // namespace paisql::analysis
