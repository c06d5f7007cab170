"""How the schema came to be, step by step; the steps run when a server starts."""
