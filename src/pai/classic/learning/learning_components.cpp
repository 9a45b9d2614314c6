#include "pai/classic/learning/learning_components.h"

#include <vector>

#include "pai/classic/learning/boosting_components.h"
#include "pai/classic/learning/gbdt_components.h"
#include "pai/classic/learning/learning_rows.h"
#include "pai/classic/learning/prediction_component.h"

namespace paisql::pai {

std::span<const Component> LearningComponents() {
  static const std::vector<Component> components = [] {
    std::vector<Component> all;
    for (const std::span<const Component> rows : {
             PredictionComponents(),
             BoostingComponents(),
             GbdtComponents(),
             LinearComponents(),
             GlmComponents(),
             ForestComponents(),
             ClusterComponents(),
             NeighbourComponents(),
             PrincipalComponents(),
             ForecastComponents(),
             TransferComponents(),
         }) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return components;
}

}  // namespace paisql::pai
