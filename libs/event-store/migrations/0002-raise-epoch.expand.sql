-- A promoted standby begins a new timeline. A service calls this before its first append there, so that all later events sort behind those
-- of the former primary. The service's role may not change the row in any other way. pg_temp comes last, or a caller could put a table of
-- the same name before ours.
do $migration$ begin
  execute format($statement$
    create function raise_epoch() returns integer language sql security definer set search_path = %I, pg_catalog, pg_temp as $body$
      update store_epoch set epoch = epoch + 1, timeline = running.timeline
      from (
        select case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
      ) running
      where store_epoch.timeline < running.timeline
      returning epoch
    $body$
  $statement$, current_schema());
end $migration$;
revoke all on function raise_epoch() from public;
grant execute on function raise_epoch() to {role};
