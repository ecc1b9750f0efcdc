"""What a line may rest on beside the line before it: what is stated, given or defined, in the form that helps it."""
