-- The threshold to which a question's asker, or the end of its lock, has lowered it. Null: it is as it was asked.
alter table counters add column lowered_to integer;
