-- Without the list of pending entries, which every search would have to read.
create index concurrently if not exists searchable_documents on searchable using gin (document) with (fastupdate = off);
