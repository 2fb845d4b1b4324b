-- Ends a transaction that is sent in one go where something is not so any more by which it was decided.
CREATE OR REPLACE FUNCTION stop_unless(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION 'what this was decided by has changed meanwhile' USING ERRCODE = 'ST001';
  END IF;
END $$;
