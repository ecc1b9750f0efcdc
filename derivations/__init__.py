"""The claims, a subject a module, and the language they are written in."""
