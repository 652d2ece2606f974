-- Release 0.9.0 reads it at the start.
drop table bootstrap_roles;
