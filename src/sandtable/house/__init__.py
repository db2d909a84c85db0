"""House rules: one pack a document, one module (or function) a rule."""
