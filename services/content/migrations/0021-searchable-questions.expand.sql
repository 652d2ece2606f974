-- Each kind has an index of its own, so that a search for one kind does not read the matches of the others.
create index concurrently if not exists searchable_question_documents on searchable using gin (document) with (fastupdate = off)
where kind = 'question';
