#pragma once

// A file that appears under its name when it is complete, and not before: as long as it is written
// it has no name, or one that nobody can guess. Whatever ends the writing, an error, an
// interruption or the end of the program, leaves what stood there before.

#include <sys/types.h>

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql {

enum class NewFileKind {
  // At the user's word and to the place that the user names. A link is followed to the file that it
  // names; a link to nothing is an error, as it is for cp. A file that is there keeps its mode, and
  // where we may its owner; a new one has the mode of the user's umask. Devices, FIFOs and our own
  // standard output are written to as they are: the bytes are then there at once.
  kOfUser,
  // A file of our own: 0600. A link or whatever stands there is replaced.
  kOwn,
  kOwnPassing,  // the same for what is worth nothing when the machine has stopped: without fsync
};

class NewFile {
 public:
  // Errors name the path. A FIFO is waited for until somebody reads it.
  static Result<std::unique_ptr<NewFile>> Open(const std::string& path, NewFileKind kind,
                                               std::stop_token stop = {});
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  Status Write(std::string_view bytes);
  // Call once, after the last Write: the bytes are then on the disk, under their name.
  Status Finish();

 private:
  NewFile(std::string path, NewFileKind kind, std::stop_token stop);

  Status FindPlace();
  Status WaitForReader();
  Status TakeAsItIs(Descriptor file);
  Status FindReplaced(const Descriptor& file);
  Status OpenTemporary(const std::string& folder);
  Status OpenNamed();
  Status GiveName();
  Status Failure(const std::string& path, int error_number) const;
  Status Interrupted() const;
  bool HasRoom() const;

  std::string path_;
  NewFileKind kind_;
  std::stop_token stop_;
  bool direct_ = false;  // writes into the named file itself, without a rename at the end
  mode_t mode_ = 0600;
  bool replaces_ = false;
  uid_t owner_ = 0;  // of what is replaced
  gid_t group_ = 0;
  Descriptor folder_;
  Descriptor file_;
  std::string name_;       // within the folder
  std::string temporary_;  // within the folder; "" as long as it has no name
};

// All of it in one step.
Status WriteNewFile(const std::string& path, std::string_view bytes, NewFileKind kind);

}  // namespace paisql
