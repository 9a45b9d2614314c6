#pragma once

// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.

#include <cstddef>
#include <vector>

namespace paisql::pai {

struct EigenPair {
  double value;
  std::vector<double> vector;  // of length 1; its largest number is positive
};

// The largest value first. `matrix` has `size` rows one after the other.
std::vector<EigenPair> SymmetricEigen(std::vector<double> matrix, size_t size);

}  // namespace paisql::pai
