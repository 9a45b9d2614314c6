#include "pai/classic/preparing/preparing_components.h"

#include "pai/classic/preparing/preparing_rows.h"

namespace paisql::pai {

std::span<const Component> PreparingComponents() {
  static const std::vector<Component> rows([] {
    std::vector<Component> all;
    for (const std::span<const Component> some : {
             ColumnComponents(),
             AppendedComponents(),
             SplitComponents(),
             SampleComponents(),
             FillComponents(),
             ScaleComponents(),
             TypeComponents(),
             BinningComponents(),
             TransformComponents(),
             OneHotComponents(),
             KvTableComponents(),
         }) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }());
  return rows;
}

}  // namespace paisql::pai
