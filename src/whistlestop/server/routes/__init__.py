"""The HTTP interface, a file for each kind of thing; what is done lives elsewhere."""
