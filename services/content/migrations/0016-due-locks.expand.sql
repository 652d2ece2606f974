-- Closed locks whose end is due.
create index concurrently if not exists questions_locked_until on questions (lock_until)
  where lock_until is not null and if_not_reached <> 'stay' and threshold > latched and removal_id is null;
