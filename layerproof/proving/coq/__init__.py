"""The claims proved again by Coq: translation, templates, and what the kernel accepts."""
