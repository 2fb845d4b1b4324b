-- Up to four characters in a row of a text, letters or not: what finds a search of any length. The
-- index users_pieces is built on it: whoever changes it has a migration make that index anew.
CREATE OR REPLACE FUNCTION word_pieces(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(words, at, size))
  FROM generate_series(1, length(words)) at, generate_series(1, 4) size
  WHERE at + size - 1 <= length(words)
$$;
