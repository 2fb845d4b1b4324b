-- What a payment adds to the tallies.
CREATE OR REPLACE FUNCTION payment_facts(p payments) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
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

-- Notes what a change of a payment adds to the tallies, and the first payment of its subscription.
-- Locks in the order that subscriptions.sql names.
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
  -- What is cleared away for its age was paid all the same.
  IF subscription IS NOT NULL AND current_setting('retention.purges', true) IS DISTINCT FROM 'payments' THEN
    UPDATE subscriptions SET first_paid_at = first_payment(payer, subscription)
    WHERE stripe_id = subscription
      AND first_paid_at IS DISTINCT FROM first_payment(payer, subscription);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payments_added AFTER INSERT OR DELETE ON payments
FOR EACH ROW EXECUTE FUNCTION tally_payment();

CREATE OR REPLACE TRIGGER payments_changed AFTER UPDATE ON payments FOR EACH ROW
WHEN ((OLD.status, OLD.plan_id, OLD.amount, OLD.refunded, OLD.paid_at, OLD.stripe_subscription_id)
  IS DISTINCT FROM
      (NEW.status, NEW.plan_id, NEW.amount, NEW.refunded, NEW.paid_at, NEW.stripe_subscription_id))
EXECUTE FUNCTION tally_payment();

-- Clears away payments of these users from before a moment, at most so many, and keeps what they came to
-- in `past_revenue`. The customers note how far, so that no sync writes them again. Answers how many went.
CREATE OR REPLACE FUNCTION purge_payments(payers uuid[], until timestamptz, most integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  -- Of each user by itself: looked for by their age, the payments of those who are still there would be read, too.
  over uuid[] := ARRAY(
    SELECT old.id FROM unnest(payers) AS payer (id) CROSS JOIN LATERAL (
      SELECT p.id FROM payments p WHERE p.user_id = payer.id AND p.paid_at < until
      ORDER BY p.user_id, p.paid_at LIMIT most
    ) AS old LIMIT most);
  purged integer;
BEGIN
  -- As a sync does before it writes: one waits for the other, in one order. Of those only whose payments go.
  PERFORM FROM stripe_customers
  WHERE user_id = ANY (ARRAY(SELECT user_id FROM payments WHERE id = ANY (over)))
  ORDER BY id FOR UPDATE;
  -- Not a SET of the function: only a superuser may make one that sets a name of our own.
  PERFORM set_config('retention.purges', 'payments', true);
  WITH gone AS (
    DELETE FROM payments WHERE id = ANY (over) AND paid_at < until
    RETURNING user_id, status, plan_id, paid_at, amount, refunded
  ), kept AS (
    INSERT INTO past_revenue AS past (month, plan_id, count, amount, refunded)
    SELECT london_month(paid_at), plan_id, count(*), sum(amount), sum(refunded)
    FROM gone WHERE status IN ('success', 'refunded') GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (month, plan_id) DO UPDATE SET
      count = past.count + excluded.count,
      amount = past.amount + excluded.amount,
      refunded = past.refunded + excluded.refunded
  ), noted AS (
    UPDATE stripe_customers c SET purged_until = greatest(c.purged_until, newest.paid_at)
    FROM (SELECT user_id, max(paid_at) AS paid_at FROM gone GROUP BY user_id) AS newest
    WHERE c.user_id = newest.user_id
  )
  SELECT count(*) INTO purged FROM gone;
  PERFORM set_config('retention.purges', '', true);
  RETURN purged;
END $$;
