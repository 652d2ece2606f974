-- When a lock ends, and what becomes of the question then: open, stay or delete. Null: it has no end.
alter table questions add column lock_until timestamptz, add column if_not_reached text not null default 'stay';
-- The room's number at which the threshold was lowered last. 0: it is as it was asked.
alter table questions add column lowered_number integer not null default 0;
-- Of the entry of a lowered threshold, which has the kind `edited`. Null: other entries.
alter table room_changes add column threshold integer;
