-- Whoever changes what one user has waits for the others who do, always in this order: the payment,
-- its subscription, the user. Two who wait for each other would both have to be sent back.
CREATE OR REPLACE FUNCTION tally_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder uuid := coalesce(NEW.user_id, OLD.user_id);
  holder_words text;
BEGIN
  -- Locked, so that until the end of the transaction nobody renames the user, nor looks at what
  -- else the user has on trial.
  SELECT words INTO holder_words FROM users WHERE id = holder FOR NO KEY UPDATE;
  INSERT INTO tally_changes (words, subject, status, kind, count, amount, refunded)
  SELECT CASE WHEN searchable THEN holder_words END, subject, status, kind,
    sum(count), sum(amount), 0
  FROM (
    SELECT f.searchable, f.subject, f.status, f.kind, -f.count AS count, -f.amount AS amount
    FROM subscription_facts(OLD) f
    UNION ALL
    SELECT f.searchable, f.subject, f.status, f.kind, f.count, f.amount
    FROM subscription_facts(NEW) f
  ) AS facts
  GROUP BY searchable, subject, status, kind HAVING sum(count) <> 0 OR sum(amount) <> 0;
  IF 'trial' IN (NEW.status, OLD.status) OR coalesce(NEW.trial_end, OLD.trial_end) IS NOT NULL THEN
    WITH marks AS MATERIALIZED (
      SELECT at FROM trial_marks(holder) AS at
    ), gone AS (
      DELETE FROM trial_holders h WHERE h.user_id = holder AND h.at NOT IN (SELECT at FROM marks)
      RETURNING h.at
    ), came AS (
      INSERT INTO trial_holders SELECT holder, at FROM marks ON CONFLICT DO NOTHING RETURNING at
    ), changed AS (
      SELECT at, -1 AS count FROM gone UNION ALL SELECT at, 1 FROM came
    )
    INSERT INTO tally_changes (words, subject, status, kind, count, amount, refunded)
    SELECT NULL, 'on-trial', at, '', count, 0, 0 FROM changed
    UNION ALL
    SELECT words, 'trial-user', CASE WHEN is_active THEN 'active' ELSE 'inactive' END, role,
      count, 0, 0
    FROM changed, users WHERE at = 'now' AND id = holder AND deleted_at IS NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- A payment that was stored at the same time is seen from here on.
    UPDATE subscriptions SET first_paid_at = first_payment(holder, NEW.stripe_id)
    WHERE id = NEW.id AND first_paid_at IS DISTINCT FROM first_payment(holder, NEW.stripe_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payer uuid := coalesce(NEW.user_id, OLD.user_id);
  subscription text := coalesce(NEW.stripe_subscription_id, OLD.stripe_subscription_id);
  payer_words text;
BEGIN
  PERFORM FROM subscriptions WHERE stripe_id = subscription FOR NO KEY UPDATE;
  SELECT words INTO payer_words FROM users WHERE id = payer FOR NO KEY UPDATE;
  WITH changes AS (
    SELECT searchable, subject, status, kind,
      sum(count) AS count, sum(amount) AS amount, sum(refunded) AS refunded
    FROM (
      SELECT f.searchable, f.subject, f.status, f.kind,
        -f.count AS count, -f.amount AS amount, -f.refunded AS refunded
      FROM payment_facts(OLD) f
      UNION ALL
      SELECT f.searchable, f.subject, f.status, f.kind, f.count, f.amount, f.refunded
      FROM payment_facts(NEW) f
    ) AS facts
    GROUP BY searchable, subject, status, kind
    HAVING sum(count) <> 0 OR sum(amount) <> 0 OR sum(refunded) <> 0
  ), added AS (
    INSERT INTO payment_tallies AS held (user_id, status, plan_id, count, amount, refunded)
    SELECT payer, status, kind::uuid, count, amount, refunded FROM changes WHERE searchable
    ORDER BY status, kind
    ON CONFLICT (user_id, status, plan_id) DO UPDATE SET
      count = held.count + excluded.count,
      amount = held.amount + excluded.amount,
      refunded = held.refunded + excluded.refunded
  )
  INSERT INTO tally_changes (words, subject, status, kind, count, amount, refunded)
  SELECT CASE WHEN searchable THEN payer_words END, subject, status, kind, count, amount, refunded
  FROM changes;
  IF subscription IS NOT NULL THEN
    UPDATE subscriptions SET first_paid_at = first_payment(payer, subscription)
    WHERE stripe_id = subscription
      AND first_paid_at IS DISTINCT FROM first_payment(payer, subscription);
  END IF;
  RETURN NULL;
END $$;
