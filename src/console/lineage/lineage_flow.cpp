#include "console/lineage/lineage_flow.h"

#include "base/text.h"

namespace paisql::console {

std::string_view MakerKindText(MakerKind kind) {
  switch (kind) {
    case MakerKind::kInstance:
      return "instance";
    case MakerKind::kJob:
      return "job";
    case MakerKind::kView:
      return "view";
    case MakerKind::kWorkflow:
      return "workflow";
  }
  return "";
}

std::string ModelKey(std::string_view qualified) { return "model:" + ToLower(qualified); }

}  // namespace paisql::console
