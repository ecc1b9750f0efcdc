"""What stands on a page: displays, their rows and relations, and what the prose between them says."""
