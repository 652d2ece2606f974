-- Brings `similarity` for titles. Identity's database has it too.
create extension if not exists pg_trgm;

-- Words that everybody may read. A row goes as soon as its text is edited or removed. The text ids tell which words it was made of.
create table searchable (
  content_id uuid primary key,
  -- question, reply or podcast.
  kind text not null,
  -- Null for episodes.
  question_id uuid,
  title_text_id uuid,
  body_text_id uuid,
  document tsvector not null,
  unique (question_id, content_id)
);

grant select, insert, update, delete on searchable to {role};
