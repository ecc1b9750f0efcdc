"""What runs experiments: what is asked, the run, its record, and the comparison with what was predicted."""
