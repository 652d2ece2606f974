-- Whether a person takes anonymous asks: on or off. Off until an instant, or without an end.
alter table accounts add column anonymous_asks text not null default 'on', add column anonymous_asks_off_until timestamptz;
