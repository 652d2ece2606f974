-- The indexes of the kinds replace it.
drop index concurrently if exists searchable_documents;
