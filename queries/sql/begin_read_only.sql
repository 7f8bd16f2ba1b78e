-- A WITH may hold an INSERT: in this transaction nothing can be written, not even in memory.
BEGIN TRANSACTION READ ONLY
