-- Who was boosted on a day. The amount is not in it, so that a boost writes no new entry of the index.
create index concurrently if not exists boost_day_sums_received on boost_day_sums (day) where rule = 'boost-received';
