#include "pai/classic/learning/symmetric_eigen.h"

#include <algorithm>
#include <cmath>

namespace paisql::pai {

namespace {

constexpr int kMostSweeps = 100;

class Jacobi {
 public:
  Jacobi(std::vector<double> matrix, size_t size)
      : size_(size), matrix_(std::move(matrix)), vectors_(size * size, 0.0) {
    for (size_t i = 0; i < size; ++i) vectors_[i * size + i] = 1.0;
  }

  // Sweeps until what is off the diagonal is nothing beside it.
  void Run() {
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      double off = 0, all = 0;
      for (size_t i = 0; i < size_; ++i) {
        for (size_t k = 0; k < size_; ++k) {
          const double square = At(i, k) * At(i, k);
          all += square;
          if (i != k) off += square;
        }
      }
      if (off <= 1e-32 * all) return;
      for (size_t i = 0; i < size_; ++i) {
        for (size_t k = i + 1; k < size_; ++k) Rotate(i, k);
      }
    }
  }

  EigenPair Pair(size_t index) const {
    EigenPair pair{matrix_[index * size_ + index], {}};
    for (size_t i = 0; i < size_; ++i) pair.vector.push_back(vectors_[i * size_ + index]);
    const auto largest = std::max_element(
        pair.vector.begin(), pair.vector.end(),
        [](double a, double b) { return std::abs(a) < std::abs(b) * (1 - 1e-12); });
    if (*largest < 0) {
      for (double& number : pair.vector) number = -number;
    }
    return pair;
  }

 private:
  double& At(size_t i, size_t k) { return matrix_[i * size_ + k]; }

  // Turns rows and columns i and k so that their element becomes 0.
  void Rotate(size_t i, size_t k) {
    if (At(i, k) == 0) return;
    const double theta = (At(k, k) - At(i, i)) / (2 * At(i, k));
    const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1), s = t * c;
    for (size_t j = 0; j < size_; ++j) Turn(At(j, i), At(j, k), c, s);
    for (size_t j = 0; j < size_; ++j) Turn(At(i, j), At(k, j), c, s);
    for (size_t j = 0; j < size_; ++j) Turn(vectors_[j * size_ + i], vectors_[j * size_ + k], c, s);
    At(i, k) = At(k, i) = 0;
  }

  static void Turn(double& a, double& b, double c, double s) {
    const double before = a;
    a = c * before - s * b;
    b = s * before + c * b;
  }

  size_t size_;
  std::vector<double> matrix_;
  std::vector<double> vectors_;
};

}  // namespace

std::vector<EigenPair> SymmetricEigen(std::vector<double> matrix, size_t size) {
  Jacobi jacobi(std::move(matrix), size);
  jacobi.Run();
  std::vector<EigenPair> pairs;
  for (size_t i = 0; i < size; ++i) pairs.push_back(jacobi.Pair(i));
  std::ranges::stable_sort(
      pairs, [](const EigenPair& a, const EigenPair& b) { return a.value > b.value; });
  return pairs;
}

}  // namespace paisql::pai
