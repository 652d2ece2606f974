-- One line that invites to ask: a text of the person. A wipe hides it, and its undo shows it again.
alter table accounts add column invitation_text_id uuid, add column invitation_hidden_by uuid;
