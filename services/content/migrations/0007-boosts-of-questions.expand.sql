-- Who boosted a question.
create index concurrently if not exists boosts_given_to_questions on boosts_given (question_id, booster_id)
  where is_boosted and content_type = 'question';
