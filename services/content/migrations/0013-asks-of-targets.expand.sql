-- The newest asks of a person, pending or not.
create index concurrently if not exists questions_asked_of on questions (target_id, created_at desc) where target_id is not null;
