-- What a subscription opens, as the catalogue has it.
CREATE OR REPLACE FUNCTION products_opened(product_id uuid) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE product_id
    WHEN '0198c000-0000-7000-8000-000000000001' THEN ARRAY['portfolio']
    WHEN '0198c000-0000-7000-8000-000000000002' THEN ARRAY['cataract']
    WHEN '0198c000-0000-7000-8000-000000000003' THEN ARRAY['portfolio', 'cataract']
    ELSE ARRAY[]::text[] END
$$;

-- How long a subscription gives access at most if nobody is heard of again: to the end that was asked
-- for, or of what is paid or on trial and what Stripe's tries take: the invoice is a draft for an hour,
-- and is tried again for fifteen days; longer, where the tries stood still meanwhile and Stripe has planned the
-- next. While it is, Stripe's period is already the one that is not paid yet: that began with the invoice, or,
-- where there is none, a cycle before its end.
CREATE OR REPLACE FUNCTION access_until(s subscriptions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(
    CASE WHEN s.cancel_at_period_end THEN coalesce(s.ends_at, s.period_end) END,
    coalesce(
      -- Where it is not late the release before may have left what was planned while it was.
      CASE WHEN s.payment_problem THEN s.tried_until + interval '1 hour' END,
      interval '361 hours' + CASE WHEN s.payment_problem THEN coalesce(
        (SELECT max(p.paid_at) FROM payments p
         WHERE p.user_id = s.user_id AND p.stripe_subscription_id = s.stripe_id
           AND p.status IN ('failed', 'pending')),
        (s.period_end AT TIME ZONE 'UTC'
          - CASE s.cycle WHEN 'yearly' THEN interval '1 year' ELSE interval '1 month' END)
          AT TIME ZONE 'UTC')
        ELSE s.period_end END))
$$;

-- What a user's access to each product is by now. What ended last is why there is none. A product whose
-- subscription has become one for something else, or is cleared away, stays with what it was.
CREATE OR REPLACE FUNCTION access_of(holder uuid)
RETURNS TABLE (product text, has_access boolean, since timestamptz, until timestamptz, reason text)
LANGUAGE sql STABLE AS $$
  WITH best AS (
    SELECT DISTINCT ON (opened) opened, s AS held, s.has_access, s.lost_at, s.started_at
    FROM subscriptions s, unnest(products_opened(s.product_id)) AS opened
    WHERE s.user_id = holder AND NOT s.trial_refused
    ORDER BY opened, s.has_access DESC, CASE WHEN s.has_access THEN access_until(s) END DESC NULLS FIRST,
      s.lost_at DESC, s.id DESC
  ), known AS (
    SELECT coalesce(b.opened, a.product) AS product, b.held, (b.held).status, (b.held).stripe_status,
      coalesce(b.has_access, false) AS is_held, b.started_at,
      -- A subscription that is there no more has ended by now.
      CASE WHEN b.opened IS NOT NULL THEN b.lost_at
        WHEN a.has_access THEN now() ELSE a.since END AS lost_at
    FROM best b FULL JOIN (SELECT * FROM product_access WHERE user_id = holder) a
      ON a.product = b.opened
  )
  SELECT k.product, k.is_held AND u.is_in,
    (CASE WHEN k.is_held AND u.is_in THEN k.started_at
      ELSE coalesce(least(k.lost_at, u.deactivated_at, u.deleted_at), now()) END)::timestamptz(3),
    CASE WHEN k.is_held AND u.is_in THEN access_until(k.held) END,
    CASE
      WHEN u.deleted_at IS NOT NULL THEN 'deleted'
      WHEN NOT u.is_active THEN 'deactivated'
      WHEN k.is_held AND k.status = 'trial' THEN 'trial'
      WHEN k.is_held AND (k.held).payment_problem THEN 'payment_retrying'
      WHEN k.is_held AND (k.held).amount = 0 THEN 'given'
      WHEN k.is_held THEN 'paid'
      WHEN (k.held).withdrawn_at IS NOT NULL THEN 'withdrawn'
      WHEN k.status = 'expired' AND k.stripe_status IN ('canceled', 'unpaid') THEN 'unpaid'
      ELSE 'ended' END
  FROM known k, (SELECT *, is_active AND deleted_at IS NULL AS is_in FROM users WHERE id = holder) u
$$;

-- Writes what has changed of a user's access. Whoever changes what it follows from waits for the others
-- who do: what they wrote is seen then.
CREATE OR REPLACE FUNCTION project_access(holder uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = holder FOR NO KEY UPDATE;
  INSERT INTO product_access AS held (user_id, product, has_access, since, until, reason)
  SELECT holder, a.product, a.has_access, a.since, a.until, a.reason FROM access_of(holder) a
  -- Who was deleted gets no new row: the versions of one that was cleared away would begin anew.
  WHERE EXISTS (SELECT FROM users WHERE id = holder AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM product_access p WHERE p.user_id = holder AND p.product = a.product)
  ORDER BY a.product
  ON CONFLICT (user_id, product) DO UPDATE SET
    has_access = excluded.has_access, since = excluded.since, until = excluded.until,
    reason = excluded.reason, version = held.version + 1, changed_at = now(), position = NULL
  WHERE (held.has_access, held.since, held.until, held.reason)
    IS DISTINCT FROM (excluded.has_access, excluded.since, excluded.until, excluded.reason);
  -- Of somebody who is deleted nothing is left to tell once the subscriptions are cleared away.
  DELETE FROM product_access a USING users u
  WHERE a.user_id = holder AND u.id = holder AND u.deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM subscriptions WHERE user_id = holder);
END $$;

CREATE OR REPLACE FUNCTION follow_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM project_access(coalesce(NEW.user_id, OLD.user_id));
  IF OLD.user_id <> NEW.user_id THEN PERFORM project_access(OLD.user_id); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION follow_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM project_access(NEW.id);
  RETURN NULL;
END $$;

-- Who somebody is stands with their access, and has its version: one more for all that a transaction
-- writes of it.
CREATE OR REPLACE FUNCTION follow_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_access SET version = version + 1, changed_at = now(), position = NULL
  WHERE user_id = NEW.id AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END $$;

-- At the end of the transaction, so that what a change of plan passes through is told to nobody.
DROP TRIGGER IF EXISTS subscriptions_access_added ON subscriptions;

CREATE CONSTRAINT TRIGGER subscriptions_access_added AFTER INSERT OR DELETE ON subscriptions
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION follow_subscription();

DROP TRIGGER IF EXISTS subscriptions_access_changed ON subscriptions;

CREATE CONSTRAINT TRIGGER subscriptions_access_changed AFTER UPDATE ON subscriptions
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.user_id, OLD.product_id, OLD.has_access, OLD.status, OLD.stripe_status, OLD.payment_problem,
       OLD.tried_until, OLD.cancel_at_period_end, OLD.ends_at, OLD.period_end, OLD.cycle, OLD.started_at, OLD.lost_at,
       OLD.withdrawn_at, OLD.trial_refused, OLD.amount = 0)
  IS DISTINCT FROM
      (NEW.user_id, NEW.product_id, NEW.has_access, NEW.status, NEW.stripe_status, NEW.payment_problem,
       NEW.tried_until, NEW.cancel_at_period_end, NEW.ends_at, NEW.period_end, NEW.cycle, NEW.started_at, NEW.lost_at,
       NEW.withdrawn_at, NEW.trial_refused, NEW.amount = 0))
EXECUTE FUNCTION follow_subscription();

DROP TRIGGER IF EXISTS users_access ON users;

CREATE CONSTRAINT TRIGGER users_access AFTER UPDATE ON users
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.is_active, OLD.deleted_at, OLD.deactivated_at)
  IS DISTINCT FROM (NEW.is_active, NEW.deleted_at, NEW.deactivated_at))
EXECUTE FUNCTION follow_standing();

CREATE OR REPLACE TRIGGER users_person AFTER UPDATE ON users FOR EACH ROW
WHEN (NEW.deleted_at IS NULL
  AND (OLD.email, OLD.email_verified_at IS NULL, OLD.first_name, OLD.last_name)
  IS DISTINCT FROM (NEW.email, NEW.email_verified_at IS NULL, NEW.first_name, NEW.last_name))
EXECUTE FUNCTION follow_person();

-- Has every endpoint of the product told of a change, in the transaction that makes it.
CREATE OR REPLACE FUNCTION tell_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_deliveries (id, endpoint_id, product, type, user_id,
    has_access, since, until, reason, version, given_up_at)
  SELECT gen_random_uuid(), e.id, NEW.product,
    CASE
      WHEN NEW.reason = 'deleted' THEN 'user.deleted'
      WHEN NEW.has_access AND NOT coalesce(OLD.has_access, false) THEN 'access.granted'
      WHEN OLD.has_access AND NOT NEW.has_access THEN 'access.revoked'
      WHEN (OLD.has_access, OLD.since, OLD.until, OLD.reason)
        IS DISTINCT FROM (NEW.has_access, NEW.since, NEW.until, NEW.reason) THEN 'access.changed'
      ELSE 'user.updated' END,
    NEW.user_id, NEW.has_access, NEW.since, NEW.until, NEW.reason, NEW.version,
    now() + interval '3 days'
  FROM product_endpoints e WHERE e.product = NEW.product;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_access_added AFTER INSERT ON product_access
FOR EACH ROW EXECUTE FUNCTION tell_product();

CREATE OR REPLACE TRIGGER product_access_changed AFTER UPDATE ON product_access FOR EACH ROW
WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION tell_product();

-- Those who subscribed before there was such a table get their rows right after this, in batches: who comes
-- next by their ids. All is looked up by indexes, also while the table counts as empty. Who is being changed
-- at this moment is left for later. Answers the last one that was looked at, null once there is nobody any
-- more, and whether all were free.
CREATE OR REPLACE FUNCTION fill_access(behind uuid, most integer, OUT last_one uuid, OUT is_whole boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  next uuid[] := ARRAY(
    SELECT DISTINCT user_id FROM subscriptions WHERE user_id > behind ORDER BY user_id LIMIT most);
  missing uuid[] := ARRAY(
    SELECT id FROM unnest(next) AS n (id)
    WHERE NOT EXISTS (SELECT FROM product_access a WHERE a.user_id = n.id));
  free uuid[] := ARRAY(SELECT id FROM users WHERE id = ANY (missing) FOR NO KEY UPDATE SKIP LOCKED);
BEGIN
  -- What they hold is read after they were locked: nobody changes it from here on.
  INSERT INTO product_access (user_id, product, has_access, since, until, reason)
  SELECT u.id, a.product, a.has_access, a.since, a.until, a.reason
  FROM unnest(free) AS u (id), access_of(u.id) a
  ON CONFLICT DO NOTHING;
  last_one := next[cardinality(next)];
  is_whole := cardinality(free) = cardinality(missing);
END $$;

INSERT INTO drizzle.__to_fill SELECT 'product_access'
WHERE NOT EXISTS (SELECT FROM product_access) AND EXISTS (SELECT FROM subscriptions)
ON CONFLICT DO NOTHING;
