-- Listed questions with a closed lock.
create index concurrently if not exists questions_closed on questions (listed_at desc, id desc)
  where listed_at is not null and threshold > latched;
