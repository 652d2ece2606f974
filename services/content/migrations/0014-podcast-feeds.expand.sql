-- Feeds for podcast apps. The service computes a feed's key from its id. Rows hold the key's SHA-256 alone, by which a
-- reader's key is found. A closed feed has no owner. Its hash stays, because its address answers "gone".
create table podcast_feeds (id uuid primary key, key_hash text not null unique, owner_id uuid unique);
create table podcast_feed_episodes (owner_id uuid, podcast_id uuid, primary key (owner_id, podcast_id));
grant select, insert, update, delete on podcast_feeds, podcast_feed_episodes to {role};
