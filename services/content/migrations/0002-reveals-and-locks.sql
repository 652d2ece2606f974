-- When a lock opened. The default is for processes of release 0.9.0 that write beside this one.
alter table reveals add column revealed_at timestamptz not null default now();
update reveals set revealed_at = (e.meta ->> 'occurredAt')::timestamptz
from events e
where e.stream = 'question-' || question_id and e.type = 'Revealed' and (e.data ->> 'number')::integer = number;

-- Listed questions with a closed lock, and open questions to everyone.
create index questions_closed on questions (listed_at desc, id desc) where listed_at is not null and threshold > latched;
create index questions_open_to_all on questions (listed_at desc, id desc)
  where listed_at is not null and target_id is null and threshold <= latched;
