-- Codes with which guests find their asks again, as SHA-256. They go with the words of the question.
create table receipts (receipt_hash text primary key, question_id uuid not null unique);
grant select, insert, delete on receipts to {role};
