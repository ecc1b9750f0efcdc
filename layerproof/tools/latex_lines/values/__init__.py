"""Letters for parts of a formula that have a value, such as norms, means and integrals, and what is known of them."""
