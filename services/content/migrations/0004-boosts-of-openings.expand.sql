-- The number of a boost among the changes of its content's counts. Null: from release 0.9.0.
alter table boosts_given add column revision integer;
