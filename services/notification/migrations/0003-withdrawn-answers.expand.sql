-- Answers in episodes whose notice is hidden while they are taken back.
create table withdrawn_answers (act_key text primary key, revision integer not null, is_withdrawn boolean not null);
grant select, insert, update, delete on withdrawn_answers to {role};
