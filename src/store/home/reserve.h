#pragma once

// A home keeps 1 MiB of the disk for itself, <home>/reserve, so that a user whose disk is full can
// still open the home, look, and remove what takes the space. A loan gives the space up for as long
// as it lives; the reserve then takes back what the disk has. The reserve stays short where a loan
// left less, or where the borrower was killed, until the next process that closes, opens or writes
// fills it. An ordinary write needs a full reserve, so no write ever lives on it.
//
// Loaning never fails: where it gives no space, the error comes from the call that needed the
// space. Private to the store; any thread. A file lock keeps other processes from filling the
// reserve while a borrower needs the space.

#include <cstdint>

#include "base/files/files.h"
#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

inline constexpr int64_t kReserveBytes = int64_t{1} << 20;

class ReserveLoan {
 public:
  // Space for a lease and the catalog's shared memory; nothing unless the disk is full.
  static ReserveLoan ForOpening(const Home& home);
  // All of the reserve, for a change after which the disk has more space; nothing unless the disk
  // is full. A loan within another loan of the same home takes nothing.
  static ReserveLoan ForRemoval(const Home& home);

  ReserveLoan(ReserveLoan&& other) noexcept = default;
  ReserveLoan& operator=(ReserveLoan&&) = delete;
  ~ReserveLoan();

 private:
  ReserveLoan(const Home& home, Descriptor file) : home_(home), file_(std::move(file)) {}

  Home home_;
  Descriptor file_;  // locked while something is lent
};

// Makes the reserve when the disk has room for it twice.
void KeepReserve(const Home& home);
// Fills a reserve that is short as far as the disk has room.
void FillReserve(const Home& home);
// Whether there is a reserve and it is short.
bool IsReserveShort(const Home& home);
// kEnvironment, no space, where a short reserve cannot be filled: asked before an ordinary write.
Status CheckReserve(const Home& home);

// Gives up `bytes` without taking them back. For a lease on a disk without any room; true when the
// reserve had some.
bool SpendReserve(const std::string& home_path, int64_t bytes);

}  // namespace paisql::store
