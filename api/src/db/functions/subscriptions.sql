-- When a subscription stopped bringing in money; null while it does, or may again. One that was put
-- back on trial brings in none either.
CREATE OR REPLACE FUNCTION recurring_until(s subscriptions) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN CASE WHEN (s).has_access AND (s).status = 'active' THEN NULL
  ELSE coalesce((s).lost_at, (s).trial_start, (s).started_at) END;

-- When its trial was over, or is to be; null without one. Some are given up before their end.
CREATE OR REPLACE FUNCTION trial_over(s subscriptions) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN CASE WHEN (s).trial_end IS NOT NULL THEN least((s).trial_end, (s).lost_at) END;

-- When a user is on trial, as `trial_holders` has it.
CREATE OR REPLACE FUNCTION trial_marks(holder uuid) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT 'now' FROM subscriptions WHERE user_id = holder AND status = 'trial'
  UNION
  SELECT to_char(month_start, 'YYYY-MM') FROM subscriptions s, generate_series(
    date_trunc('month', s.trial_start AT TIME ZONE 'Europe/London') + interval '1 month',
    trial_over(s) AT TIME ZONE 'Europe/London', interval '1 month') AS month_start
  WHERE s.user_id = holder
$$;

-- What a subscription adds to the tallies.
CREATE OR REPLACE FUNCTION subscription_facts(s subscriptions) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
  SELECT true, 'subscription', s.status, s.plan_id::text, 1::bigint, 0::bigint, 0::bigint
  WHERE s.id IS NOT NULL
  UNION ALL
  SELECT false, 'active-began', london_month(coalesce(s.trial_end, s.started_at)), '', 1, 0, 0
  WHERE s.id IS NOT NULL
    AND (s.lost_at IS NULL OR s.lost_at > coalesce(s.trial_end, s.started_at))
  UNION ALL
  SELECT false, 'active-ended', london_month(s.lost_at), '', 1, 0, 0
  WHERE s.lost_at > coalesce(s.trial_end, s.started_at)
  UNION ALL
  SELECT false, 'recurring-began', london_month(s.first_paid_at), s.plan_id::text, 1, s.amount, 0
  WHERE s.first_paid_at < coalesce(recurring_until(s), 'infinity')
  UNION ALL
  SELECT false, 'recurring-ended', london_month(recurring_until(s)), s.plan_id::text, 1, s.amount, 0
  WHERE s.first_paid_at < recurring_until(s)
  UNION ALL
  -- Of those who were there when the month began.
  SELECT false, 'churned', london_month(recurring_until(s)), s.plan_id::text, 1, s.amount, 0
  WHERE london_month(s.first_paid_at) < london_month(recurring_until(s))
  UNION ALL
  SELECT false, 'trial-ended', london_month(trial_over(s)), s.plan_id::text, 1, 0, 0
  WHERE s.trial_end IS NOT NULL AND s.status <> 'trial'
  UNION ALL
  SELECT false, 'trial-converted', london_month(trial_over(s)), s.plan_id::text, 1, 0, 0
  WHERE s.trial_end IS NOT NULL AND s.status <> 'trial' AND s.first_paid_at IS NOT NULL
$$;

-- When the first of its payments succeeded.
CREATE OR REPLACE FUNCTION first_payment(payer uuid, subscription text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(paid_at) FROM payments
  WHERE user_id = payer AND stripe_subscription_id = subscription
    AND status IN ('success', 'refunded')
$$;

CREATE OR REPLACE FUNCTION note_first_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_paid_at := first_payment(NEW.user_id, NEW.stripe_id);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER subscriptions_first_payment BEFORE INSERT ON subscriptions
FOR EACH ROW EXECUTE FUNCTION note_first_payment();

-- Since when it gives no access; where Stripe names no end, since that was noticed.
CREATE OR REPLACE FUNCTION note_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.has_access THEN
    NEW.lost_at := NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    NEW.lost_at := coalesce(NEW.ended_at, OLD.lost_at, now());
  ELSE
    NEW.lost_at := coalesce(NEW.ended_at, NEW.lost_at, now());
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER subscriptions_loss BEFORE INSERT OR UPDATE ON subscriptions
FOR EACH ROW EXECUTE FUNCTION note_loss();

-- Notes what a change of a subscription adds to the tallies, and who is on trial since.
--
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

CREATE OR REPLACE TRIGGER subscriptions_added AFTER INSERT OR DELETE ON subscriptions
FOR EACH ROW EXECUTE FUNCTION tally_subscription();

CREATE OR REPLACE TRIGGER subscriptions_changed AFTER UPDATE ON subscriptions FOR EACH ROW
WHEN ((OLD.status, OLD.plan_id, OLD.amount, OLD.has_access, OLD.started_at, OLD.trial_end,
       OLD.trial_start, OLD.lost_at, OLD.first_paid_at)
  IS DISTINCT FROM
      (NEW.status, NEW.plan_id, NEW.amount, NEW.has_access, NEW.started_at, NEW.trial_end,
       NEW.trial_start, NEW.lost_at, NEW.first_paid_at))
EXECUTE FUNCTION tally_subscription();

-- Clears away what ended before a moment, once the payments have gone, of users who were deleted; their
-- customers know until when, so that no sync brings it back.
CREATE OR REPLACE FUNCTION purge_subscriptions(holders uuid[], until timestamptz, most integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  over uuid[] := ARRAY(
    SELECT s.id FROM subscriptions s
    WHERE s.user_id = ANY (holders) AND NOT s.has_access AND coalesce(s.ended_at, s.lost_at) < until
      AND NOT EXISTS (SELECT FROM payments p WHERE p.user_id = s.user_id)
    LIMIT most);
  purged integer;
BEGIN
  -- As a sync does before it writes: one waits for the other, in one order. Of those only whose they are.
  PERFORM FROM stripe_customers
  WHERE user_id = ANY (ARRAY(SELECT user_id FROM subscriptions WHERE id = ANY (over)))
  ORDER BY id FOR UPDATE;
  WITH gone AS (
    DELETE FROM subscriptions s WHERE id = ANY (over)
      -- What a sync has written that was waited for stays.
      AND NOT has_access AND coalesce(ended_at, lost_at) < until
      AND NOT EXISTS (SELECT FROM payments p WHERE p.user_id = s.user_id)
    RETURNING user_id, coalesce(ended_at, lost_at) AS ended_at
  ), noted AS (
    UPDATE stripe_customers c SET purged_until = greatest(c.purged_until, last.ended_at)
    FROM (SELECT user_id, max(ended_at) AS ended_at FROM gone GROUP BY user_id) AS last
    WHERE c.user_id = last.user_id
  )
  SELECT count(*) INTO purged FROM gone;
  RETURN purged;
END $$;
