// How long steps have waited for tf.data: TensorFlow's own count, which it offers to C++ alone.
// A library of its own that needs nothing but TensorFlow, because every training process loads it.

#include <cstdint>

#include "tensorflow/core/lib/monitoring/collected_metrics.h"
#include "tensorflow/core/lib/monitoring/collection_registry.h"

// Microseconds in which consumers of iterators waited for an element, those of several iterators
// added; what datasets fetch ahead is not in it. Takes a tenth of a millisecond; any thread.
extern "C" __attribute__((visibility("default"))) int64_t paisql_input_wait() {
  using tensorflow::monitoring::CollectionRegistry;
  CollectionRegistry::CollectMetricsOptions options;
  options.collect_metric_descriptors = false;
  const auto all = CollectionRegistry::Default()->CollectMetrics(options);
  const auto found = all->point_set_map.find("/tensorflow/data/iterator_busy");
  if (found == all->point_set_map.end()) return 0;
  int64_t sum = 0;
  for (const auto& point : found->second->points) sum += point->int64_value;
  return sum;
}
