-- The number of a boost among the changes of its content's counts. Null: from release 0.9.0.
alter table boosts_given add column revision integer;

-- Who boosted a question.
create index boosts_given_to_questions on boosts_given (question_id, booster_id) where is_boosted and content_type = 'question';
