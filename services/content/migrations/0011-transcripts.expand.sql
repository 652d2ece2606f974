-- The key of an episode's transcript in the media store, as WebVTT.
alter table podcasts add column transcript_key text;
