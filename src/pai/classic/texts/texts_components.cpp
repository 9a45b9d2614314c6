#include "pai/classic/texts/texts_components.h"

#include <vector>

#include "pai/classic/texts/texts_rows.h"

namespace paisql::pai {

std::span<const Component> TextsComponents() {
  static const std::vector<Component> all = [] {
    std::vector<Component> rows;
    for (const std::span<const Component> some :
         {WordCountRows(), NoiseFilterRows(), NgramRows(), SimilarityRows(), SplitWordRows(),
          TextRankRows(), TopicRows(), WordVectorRows()}) {
      rows.insert(rows.end(), some.begin(), some.end());
    }
    return rows;
  }();
  return all;
}

}  // namespace paisql::pai
