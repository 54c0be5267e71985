"""Runs migrations over a connection that the caller has opened."""

from alembic import context

from heptapolis.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
