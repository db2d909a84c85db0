"""Run the migrations on the connection from `store.Store.open`."""

from __future__ import annotations

from alembic import context

if hasattr(context, "config"):  # run by Alembic, not only imported
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
