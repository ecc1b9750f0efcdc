"""Single neurons and alternating gradient flows: closed solutions and algorithms against integrated flows."""
