-- Questions that an episode answers, and at which second. Null: the author has taken the answer back.
create table episode_answers (
  podcast_id uuid not null,
  question_id uuid not null,
  at double precision,
  revision integer not null,
  primary key (podcast_id, question_id)
);
create index episode_answers_of_questions on episode_answers (question_id) where at is not null;
grant select, insert, update, delete on episode_answers to {role};
