-- When an episode was last said to answer the question. Null for answers of earlier releases.
alter table episode_answers add column marked_at timestamptz;
