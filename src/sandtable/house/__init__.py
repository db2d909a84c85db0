"""House rules: one package per document, one module (or function) per rule."""
