-- Counts the changes of undone_acts: kept unread counts end by it.
create table undone_act_changes (is_only boolean primary key check (is_only), changes bigint not null) with (fillfactor = 50);
grant select, insert, update, delete on undone_act_changes to {role};
