-- The link by which the first ambassador registers. Only the hash of its token is stored.
create table founder_links (
  is_only boolean primary key default true check (is_only),
  token_hash text not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on founder_links to {role};

-- Every grant of this role takes the claim, so a log with such a grant already has it.
insert into claims (key)
select 'first-ambassador' where exists (select 1 from events where type = 'RoleGranted' and data ->> 'role' = 'ambassador')
on conflict do nothing;
