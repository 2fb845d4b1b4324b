-- The letters of a text, alone and in pairs: what finds a search too short for trigrams.
CREATE FUNCTION word_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(words, at, size))
  FROM generate_series(1, length(words)) at, generate_series(1, 2) size
  WHERE at + size - 1 <= length(words)
$$;
--> statement-breakpoint
CREATE INDEX users_pairs ON users USING gin (word_pairs(words));
--> statement-breakpoint
-- What a row adds to the tallies. `searchable` facts also count for every search term that finds
-- the row's user. Months and days are those of London.
CREATE TYPE tally_fact AS (
  searchable boolean, subject text, status text, kind text,
  count bigint, amount bigint, refunded bigint
);
--> statement-breakpoint
CREATE FUNCTION london_month(moment timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN to_char(moment AT TIME ZONE 'Europe/London', 'YYYY-MM');
--> statement-breakpoint
CREATE FUNCTION london_day(moment timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN (moment AT TIME ZONE 'Europe/London')::date::text;
--> statement-breakpoint
CREATE FUNCTION user_facts(u users) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
  SELECT true, subject, CASE WHEN u.is_active THEN 'active' ELSE 'inactive' END, u.role,
    1::bigint, 0::bigint, 0::bigint
  FROM (
    SELECT 'user' AS subject
    UNION ALL SELECT 'trial-user' FROM trial_holders WHERE user_id = u.id AND at = 'now'
  ) AS subjects
  WHERE u.id IS NOT NULL AND u.deleted_at IS NULL
  UNION ALL
  SELECT false, 'user-began', london_month(u.created_at), '', 1, 0, 0 WHERE u.id IS NOT NULL
  UNION ALL
  SELECT false, 'user-ended', london_month(greatest(u.deactivated_at, u.created_at)), '', 1, 0, 0
  WHERE u.deactivated_at IS NOT NULL
$$;
--> statement-breakpoint
-- When a subscription stopped bringing in money; null while it does, or may again. One that was put
-- back on trial brings in none either.
CREATE FUNCTION recurring_until(s subscriptions) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN CASE WHEN (s).has_access AND (s).status = 'active' THEN NULL
  ELSE coalesce((s).lost_at, (s).trial_start, (s).started_at) END;
--> statement-breakpoint
-- When its trial was over, or is to be; null without one. Some are given up before their end.
CREATE FUNCTION trial_over(s subscriptions) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN CASE WHEN (s).trial_end IS NOT NULL THEN least((s).trial_end, (s).lost_at) END;
--> statement-breakpoint
-- When a user is on trial, as `trial_holders` has it.
CREATE FUNCTION trial_marks(holder uuid) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT 'now' FROM subscriptions WHERE user_id = holder AND status = 'trial'
  UNION
  SELECT to_char(month_start, 'YYYY-MM') FROM subscriptions s, generate_series(
    date_trunc('month', s.trial_start AT TIME ZONE 'Europe/London') + interval '1 month',
    trial_over(s) AT TIME ZONE 'Europe/London', interval '1 month') AS month_start
  WHERE s.user_id = holder
$$;
--> statement-breakpoint
CREATE FUNCTION subscription_facts(s subscriptions) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
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
--> statement-breakpoint
CREATE FUNCTION payment_facts(p payments) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
  SELECT true, 'payment', p.status, p.plan_id::text,
    1::bigint, p.amount::bigint, p.refunded::bigint
  WHERE p.id IS NOT NULL
  UNION ALL
  SELECT false, 'revenue', london_day(p.paid_at), p.plan_id::text, 1, p.amount - p.refunded, 0
  WHERE p.status IN ('success', 'refunded')
  UNION ALL
  SELECT false, 'payment-month', london_month(p.paid_at), p.status || ' ' || p.plan_id::text,
    1, p.amount, p.refunded
  WHERE p.id IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION first_payment(payer uuid, subscription text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(paid_at) FROM payments
  WHERE user_id = payer AND stripe_subscription_id = subscription
    AND status IN ('success', 'refunded')
$$;
--> statement-breakpoint
CREATE FUNCTION note_deactivation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_active THEN
    NEW.deactivated_at := NULL;
  ELSE
    NEW.deactivated_at := coalesce(NEW.deactivated_at, now());
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_deactivated BEFORE INSERT OR UPDATE OF is_active, deactivated_at ON users
FOR EACH ROW EXECUTE FUNCTION note_deactivation();
--> statement-breakpoint
CREATE FUNCTION note_first_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_paid_at := first_payment(NEW.user_id, NEW.stripe_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_first_payment BEFORE INSERT ON subscriptions
FOR EACH ROW EXECUTE FUNCTION note_first_payment();
--> statement-breakpoint
CREATE FUNCTION note_loss() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER subscriptions_loss BEFORE INSERT OR UPDATE ON subscriptions
FOR EACH ROW EXECUTE FUNCTION note_loss();
--> statement-breakpoint
CREATE FUNCTION tally_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_changes (words, subject, status, kind, count, amount, refunded)
  SELECT words, subject, status, kind, sum(count), 0, 0 FROM (
    SELECT CASE WHEN f.searchable THEN OLD.words END AS words,
      f.subject, f.status, f.kind, -f.count AS count FROM user_facts(OLD) f
    UNION ALL
    SELECT CASE WHEN f.searchable THEN NEW.words END,
      f.subject, f.status, f.kind, f.count FROM user_facts(NEW) f
  ) AS facts
  GROUP BY words, subject, status, kind HAVING sum(count) <> 0;
  IF TG_OP = 'UPDATE' AND OLD.words <> NEW.words THEN
    -- What the user holds is found by other terms from now on.
    INSERT INTO tally_changes (words, subject, status, kind, count, amount, refunded)
    SELECT moved.words, held.subject, held.status, held.kind,
      moved.sign * held.count, moved.sign * held.amount, moved.sign * held.refunded
    FROM (VALUES (OLD.words, -1), (NEW.words, 1)) AS moved (words, sign), (
      SELECT 'subscription' AS subject, status, plan_id::text AS kind,
        count(*) AS count, 0 AS amount, 0 AS refunded
      FROM subscriptions WHERE user_id = NEW.id GROUP BY status, plan_id
      UNION ALL
      SELECT 'payment', status, plan_id::text, count, amount, refunded
      FROM payment_tallies WHERE user_id = NEW.id AND count <> 0
    ) AS held;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tally AFTER INSERT OR DELETE
  OR UPDATE OF first_name, last_name, email, role, is_active, created_at, deactivated_at, deleted_at
ON users FOR EACH ROW EXECUTE FUNCTION tally_user();
--> statement-breakpoint
CREATE FUNCTION tally_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_added AFTER INSERT OR DELETE ON subscriptions
FOR EACH ROW EXECUTE FUNCTION tally_subscription();
--> statement-breakpoint
CREATE TRIGGER subscriptions_changed AFTER UPDATE ON subscriptions FOR EACH ROW
WHEN ((OLD.status, OLD.plan_id, OLD.amount, OLD.has_access, OLD.started_at, OLD.trial_end,
       OLD.trial_start, OLD.lost_at, OLD.first_paid_at)
  IS DISTINCT FROM
      (NEW.status, NEW.plan_id, NEW.amount, NEW.has_access, NEW.started_at, NEW.trial_end,
       NEW.trial_start, NEW.lost_at, NEW.first_paid_at))
EXECUTE FUNCTION tally_subscription();
--> statement-breakpoint
CREATE FUNCTION tally_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payer uuid := coalesce(NEW.user_id, OLD.user_id);
  subscription text := coalesce(NEW.stripe_subscription_id, OLD.stripe_subscription_id);
  payer_words text;
BEGIN
  SELECT words INTO payer_words FROM users WHERE id = payer FOR SHARE;
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
--> statement-breakpoint
CREATE TRIGGER payments_added AFTER INSERT OR DELETE ON payments
FOR EACH ROW EXECUTE FUNCTION tally_payment();
--> statement-breakpoint
CREATE TRIGGER payments_changed AFTER UPDATE ON payments FOR EACH ROW
WHEN ((OLD.status, OLD.plan_id, OLD.amount, OLD.refunded, OLD.paid_at, OLD.stripe_subscription_id)
  IS DISTINCT FROM
      (NEW.status, NEW.plan_id, NEW.amount, NEW.refunded, NEW.paid_at, NEW.stripe_subscription_id))
EXECUTE FUNCTION tally_payment();
--> statement-breakpoint
ALTER TABLE users ALTER COLUMN words SET STATISTICS 1000;
--> statement-breakpoint
-- The tallies of what is already there.
UPDATE users SET deactivated_at = updated_at WHERE NOT is_active;
--> statement-breakpoint
UPDATE subscriptions SET first_paid_at = first_payment(user_id, stripe_id),
  lost_at = CASE WHEN NOT has_access THEN coalesce(ended_at, updated_at) END;
--> statement-breakpoint
TRUNCATE tally_changes, trial_holders;
--> statement-breakpoint
INSERT INTO trial_holders
SELECT DISTINCT s.user_id, at FROM subscriptions s, trial_marks(s.user_id) at;
--> statement-breakpoint
INSERT INTO payment_tallies
SELECT user_id, status, plan_id, count(*), sum(amount), sum(refunded) FROM payments
GROUP BY user_id, status, plan_id;
--> statement-breakpoint
INSERT INTO tallies
SELECT '', f.subject, f.status, f.kind, sum(f.count), sum(f.amount), sum(f.refunded)
FROM (
  SELECT f.* FROM users u, user_facts(u) f
  UNION ALL SELECT f.* FROM subscriptions s, subscription_facts(s) f
  UNION ALL SELECT f.* FROM payments p, payment_facts(p) f
  UNION ALL SELECT false, 'on-trial', at, '', 1, 0, 0 FROM trial_holders
) AS f
GROUP BY f.subject, f.status, f.kind;
--> statement-breakpoint
INSERT INTO tally_terms VALUES ('');
