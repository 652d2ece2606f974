-- The newest texts of one kind.
create index concurrently if not exists searchable_newest on searchable (kind, content_id);
