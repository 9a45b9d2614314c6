"""What happens when a script imports a module: actions after it, other modules in its place, libraries that wait."""
