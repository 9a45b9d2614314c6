#pragma once

// The rows of the slice, one function for each file. Private to the slice.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> ColumnComponents();    // AppendId, Filter
std::span<const Component> AppendedComponents();  // AppendColumns, AppendRows
std::span<const Component> SplitComponents();
std::span<const Component> SampleComponents();
std::span<const Component> FillComponents();
std::span<const Component> ScaleComponents();  // Normalize, Standardize
std::span<const Component> TypeComponents();
std::span<const Component> BinningComponents();
std::span<const Component> OneHotComponents();
std::span<const Component> KvTableComponents();    // KVToTable, TableToKV
std::span<const Component> TransformComponents();  // data_transform

}  // namespace paisql::pai
