#pragma once

// Control groups (cgroup v2), which the kernel shows as folders with files: where this process may
// make some, and how those of a job go away. A job's group is <folder>/paisql-<job>, with one below
// it for the supervisor and one for each process. For training; tools asks where they may be
// made.

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::jobs {

// The folder in which this process may make a job's group, as far as its place tells; "" without
// one.
std::string FolderForJobGroups();
// The same for a process whose group is the folder `own` of a hierarchy that begins at `top`.
std::string FolderForJobGroups(const std::string& top, const std::string& own);

std::string JobGroup(const std::string& folder, const std::string& job_id);

// Files of a group. A control file takes one write, and is never made.
bool WriteControl(const std::string& path, const std::string& text);
// The number after a name in a file of "name number" lines; 0 when there is none.
int64_t NumberIn(const std::string& path, std::string_view name);
// Whether groups in this one have the controller, now at the latest.
bool EnableController(const std::string& group, const std::string& name);

// Ends all processes of a group and of those in it, where the kernel can (since 5.14).
void KillGroup(const std::string& group);
// Removes a group with those in it; what has processes stays.
void RemoveGroup(const std::string& group);
// Removes the groups of jobs in `folder` whose supervisor has ended and could not remove them.
void RemoveDeserted(const std::string& folder);
// Ends what a job whose supervisor was killed has left in its group, and removes it. Nothing
// happens to a group that has another name than the job's, or that this process is in.
void EndJobGroup(const std::string& group, const std::string& job_id);

}  // namespace paisql::jobs
