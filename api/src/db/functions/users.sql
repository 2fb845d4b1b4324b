-- What a user adds to the tallies. `searchable` facts also count for every search that finds the user.
CREATE OR REPLACE FUNCTION user_facts(u users) RETURNS SETOF tally_fact LANGUAGE sql STABLE AS $$
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

-- Since when the user may not sign in.
CREATE OR REPLACE FUNCTION note_deactivation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_active THEN
    NEW.deactivated_at := NULL;
  ELSE
    NEW.deactivated_at := coalesce(NEW.deactivated_at, now());
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_deactivated BEFORE INSERT OR UPDATE OF is_active, deactivated_at ON users
FOR EACH ROW EXECUTE FUNCTION note_deactivation();

-- Notes what a change of a user adds to the tallies and takes from them.
CREATE OR REPLACE FUNCTION tally_user() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER users_tally AFTER INSERT OR DELETE
  OR UPDATE OF first_name, last_name, email, role, is_active, created_at, deactivated_at, deleted_at
ON users FOR EACH ROW EXECUTE FUNCTION tally_user();

-- The e-mail's form for look-ups is made in code (email-key.ts). A release before it, which may still
-- run beside this one, does not write it: then its letters A to Z are made small here, and the next
-- start of a new release puts right what that was not enough for.
CREATE OR REPLACE FUNCTION fill_email_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.email_key = '' THEN NEW.email_key := lower(NEW.email COLLATE "C"); END IF;
  ELSIF NEW.email <> OLD.email AND NEW.email_key = OLD.email_key THEN
    NEW.email_key := lower(NEW.email COLLATE "C");
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_email_key BEFORE INSERT OR UPDATE OF email ON users
FOR EACH ROW EXECUTE FUNCTION fill_email_key();
