#pragma once

// Some space of the disk that a home keeps for itself, <home>/reserve, so that a user whose disk is
// full can still open the home, look, and remove what takes the space. It is given up when the disk
// has no room left and made again once it has. What fails here fails where the space is needed, so
// nothing is told. Private to the store; any thread.

#include <cstdint>

#include "store/home/home.h"

namespace paisql::store {

inline constexpr int64_t kReserveBytes = int64_t{1} << 20;

// Makes or refills the reserve, when the disk has several times its size to spare.
void KeepReserve(const Home& home);
// On a full disk gives up as much as opening a home takes: a lease and the catalog's shared memory.
// Returns the bytes, which the home's user gives back when it closes the home.
int64_t OpenFromReserve(const Home& home);
void ReturnToReserve(const Home& home, int64_t bytes);
// On a full disk gives up all of it, for a transaction after which there is more space.
void RemoveFromReserve(const Home& home);

}  // namespace paisql::store
