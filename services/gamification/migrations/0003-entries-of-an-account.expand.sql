-- A few accounts have most of the entries, but a kept plan knows only the average. With 30 on average, the newest 50 of
-- 80,000 were found by sorting all of them. With 100 accounts assumed, plans read the index in order.
alter table xp_entries alter column account_id set (n_distinct = 100);
alter table boost_entries alter column booster_id set (n_distinct = 100), alter column owner_id set (n_distinct = 100);
analyze xp_entries, boost_entries;
