-- Listed questions that are open to everyone.
create index concurrently if not exists questions_open_to_all on questions (listed_at desc, id desc)
  where listed_at is not null and target_id is null and threshold <= latched;
