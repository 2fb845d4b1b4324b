-- What was written down stays as it was, and goes only once its time is over.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('retention.purges', true) = 'audit_log' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log can only be added to';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The one way out of the audit log: at most so many entries from before a moment, of one action or, for
-- null, of all, the oldest first, from where the last such call stopped: what it has taken out is not walked
-- past again. Answers how many went, and where it stopped. It acts as its owner: a server whose role owns no
-- table has no other way to delete an entry.
CREATE OR REPLACE FUNCTION purge_audit_entries(since timestamptz, until timestamptz, most integer,
  only_action text, OUT gone integer, OUT last_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  over uuid[];
BEGIN
  -- Whoever has broken into the server cannot wipe out how.
  until := least(until, now() - interval '300 days');
  IF only_action IS NULL THEN
    over := ARRAY(
      SELECT id FROM audit_log WHERE at >= since AND at < until ORDER BY at, id LIMIT most);
  ELSE
    over := ARRAY(
      SELECT id FROM audit_log WHERE action = only_action AND at >= since AND at < until
      ORDER BY at, id LIMIT most);
  END IF;
  -- Not a SET of the function: only a superuser may make one that sets a name of our own.
  PERFORM set_config('retention.purges', 'audit_log', true);
  WITH deleted AS (DELETE FROM audit_log WHERE id = ANY (over) RETURNING at)
  SELECT count(*), max(at) INTO gone, last_at FROM deleted;
  PERFORM set_config('retention.purges', '', true);
END $$;

REVOKE ALL ON FUNCTION purge_audit_entries FROM PUBLIC;

-- The same as the release before calls it.
CREATE OR REPLACE FUNCTION purge_audit_log(until timestamptz, most integer, only_action text)
RETURNS integer LANGUAGE sql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT gone FROM purge_audit_entries('-infinity', until, most, only_action)
$$;

REVOKE ALL ON FUNCTION purge_audit_log FROM PUBLIC;
