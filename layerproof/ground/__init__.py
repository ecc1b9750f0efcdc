"""What stands on no other room: files, orphaned processes, and which program found what."""
