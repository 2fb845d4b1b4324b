-- Begins a try under several limits, in all of them or, where one is full, in none. A limit counts what
-- has failed (points) and what has no verdict yet (pending: a time for each until which it counts; a
-- process that was killed gives none). Answers the seconds to wait, 0 for a try that may go on, and
-- whether it is the first one that a limit refuses. Rows are locked in the order of their keys. What is held
-- back is counted by the widest limit that does so, for each ten minutes of the last day.
CREATE OR REPLACE FUNCTION begin_try(
  try text, keys text[], most int[], seconds int[], block int[], pending_seconds int,
  OUT wait float8, OUT is_first boolean
) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  own jsonb := jsonb_build_object(try, extract(epoch FROM at) + pending_seconds);
  refused CONSTANT int := 1000000;
  is_full boolean := false;
  counter rate_limits;
  others int;
  n int;
  kind text;
  kinds text[] := '{}';
BEGIN
  wait := 0;
  is_first := false;
  -- It is put into all of them at once, as nearly every try may go on.
  FOR counter IN
    INSERT INTO rate_limits AS r (key, points, expire, pending)
    SELECT l.k, 0, at + make_interval(secs => l.s), own
    FROM unnest(keys, seconds) AS l (k, s) ORDER BY l.k
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN r.expire <= at THEN 0 ELSE r.points END,
      expire = CASE WHEN r.expire <= at THEN excluded.expire ELSE r.expire END,
      pending = CASE WHEN r.pending = '{}' THEN own ELSE own || (
        SELECT coalesce(jsonb_object_agg(p.key, p.value), '{}') FROM jsonb_each(r.pending) AS p
        WHERE p.value::float8 > extract(epoch FROM at)
      ) END
    RETURNING r.*
  LOOP
    others := 0;
    IF counter.pending <> own THEN
      SELECT count(*) - 1 INTO others FROM jsonb_object_keys(counter.pending);
    END IF;
    is_full := is_full OR counter.points + others >= most[array_position(keys, counter.key)];
  END LOOP;
  IF NOT is_full THEN
    -- Nobody waits until it is on the disk: a try that a crash makes forgotten has no verdict either.
    PERFORM set_config('synchronous_commit', 'off', true);
    RETURN;
  END IF;
  FOR n IN SELECT place FROM unnest(keys) WITH ORDINALITY AS l (k, place) ORDER BY k LOOP
    UPDATE rate_limits SET pending = pending - try WHERE key = keys[n] RETURNING * INTO counter;
    SELECT count(*) INTO others FROM jsonb_object_keys(counter.pending);
    IF counter.points >= most[n] THEN
      IF counter.points < refused THEN
        is_first := true;
        UPDATE rate_limits SET points = refused, expire = CASE WHEN block[n] > 0
          THEN date_trunc('milliseconds', at + make_interval(secs => block[n])) ELSE expire END
        WHERE key = keys[n] RETURNING * INTO counter;
      END IF;
      wait := greatest(wait, extract(epoch FROM counter.expire - at));
      kinds := kinds || substring(keys[n] FROM '^[a-z]+-(account|network)-');
    ELSIF counter.points + others >= most[n] THEN
      wait := greatest(wait, pending_seconds);
      kinds := kinds || substring(keys[n] FROM '^[a-z]+-(account|network)-');
    END IF;
  END LOOP;
  kind := CASE WHEN 'network' = ANY (kinds) THEN 'network'
    WHEN 'account' = ANY (kinds) THEN 'account' ELSE 'pair' END;
  INSERT INTO rate_limits AS r (key, points, expire)
  VALUES (
    'held-back-' || kind || '-' || floor(extract(epoch FROM at) / 600)::bigint, 1,
    at + interval '25 hours'
  )
  ON CONFLICT (key) DO UPDATE SET points = r.points + 1;
END $$;

-- Ends a try: it failed, or it is to be as if it had not been. `forgotten` are those of its counters
-- whose failures before are forgotten, too.
CREATE OR REPLACE FUNCTION end_try(try text, keys text[], failed boolean, forgotten text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  k text;
BEGIN
  -- One by one: for several at once a small table is read whole.
  FOR k IN SELECT l.k FROM unnest(keys) AS l (k) ORDER BY l.k LOOP
    IF k = ANY (forgotten) THEN
      DELETE FROM rate_limits WHERE key = k;
    ELSE
      UPDATE rate_limits SET points = points + failed::int, pending = pending - try WHERE key = k;
    END IF;
  END LOOP;
  IF NOT forgotten <@ keys THEN
    DELETE FROM rate_limits WHERE key = ANY (forgotten);
  END IF;
END $$;
