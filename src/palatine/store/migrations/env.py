"""Alembic environment. The connection comes from `Store.open`."""

from alembic import context

from palatine.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
