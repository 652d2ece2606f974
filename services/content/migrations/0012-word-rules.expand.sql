-- A person's rules for the asks that others send them. Rows beside the log, which only their owner reads.
create table word_rules (
  id uuid primary key,
  account_id uuid not null,
  words text not null,
  -- Null: no end.
  expires_at timestamptz,
  created_at timestamptz not null
);
create index word_rules_of_accounts on word_rules (account_id);

-- Which rules hold a pending question. It is held while one of these rules exists.
create table held_asks (question_id uuid, rule_id uuid, held_at timestamptz not null, primary key (question_id, rule_id));
create index held_asks_oldest on held_asks (held_at);
grant select, insert, update, delete on word_rules, held_asks to {role};
