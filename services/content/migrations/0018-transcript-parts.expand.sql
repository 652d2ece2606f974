-- The words of transcripts, about a minute in each row. They go together with the transcript's object.
create table transcript_parts (
  transcript_key text not null,
  number int not null,
  words text not null,
  -- Where each cue begins: [place in the words in UTF-16 units, seconds of the episode].
  cues jsonb not null,
  primary key (transcript_key, number)
);

-- Parts that signed-in people may read. Apart from `searchable`, so that no search of posts reads them.
create table searchable_parts (
  podcast_id uuid not null,
  number int not null,
  transcript_key text not null,
  document tsvector not null,
  primary key (podcast_id, number)
);
-- Without the list of pending entries, which every search would have to read.
create index searchable_parts_documents on searchable_parts using gin (document) with (fastupdate = off);

grant select, insert, update, delete on transcript_parts, searchable_parts to {role};
