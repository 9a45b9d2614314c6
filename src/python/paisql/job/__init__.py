"""What a process knows of its job: folders, libraries, tables, the work that other processes have taken."""
