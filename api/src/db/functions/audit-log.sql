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
-- null, of all, the oldest first. Answers how many went.
CREATE OR REPLACE FUNCTION purge_audit_log(until timestamptz, most integer, only_action text)
RETURNS integer LANGUAGE plpgsql SET retention.purges = 'audit_log' AS $$
DECLARE
  over uuid[];
  gone integer;
BEGIN
  IF only_action IS NULL THEN
    over := ARRAY(SELECT id FROM audit_log WHERE at < until ORDER BY at, id LIMIT most);
  ELSE
    over := ARRAY(
      SELECT id FROM audit_log WHERE action = only_action AND at < until ORDER BY at, id LIMIT most);
  END IF;
  DELETE FROM audit_log WHERE id = ANY (over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
