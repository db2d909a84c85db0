"""Runs the migrations over the connection it is given (see `store.Store.open`)."""

from __future__ import annotations

from alembic import context

if hasattr(context, "config"):  # run by Alembic, and not only imported
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
