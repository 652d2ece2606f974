-- When a lock opened. The default is for processes of release 0.9.0 that write beside this one.
alter table reveals add column revealed_at timestamptz not null default now();
update reveals set revealed_at = (e.meta ->> 'occurredAt')::timestamptz
from events e
where e.stream = 'question-' || question_id and e.type = 'Revealed' and (e.data ->> 'number')::integer = number;
