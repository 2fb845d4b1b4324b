-- Up to four characters in a row: few users have all of those of two words, which three left to be
-- looked at by the thousand.
DROP INDEX "users_pieces";--> statement-breakpoint
CREATE OR REPLACE FUNCTION word_pieces(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(words, at, size))
  FROM generate_series(1, length(words)) at, generate_series(1, 4) size
  WHERE at + size - 1 <= length(words)
$$;
--> statement-breakpoint
CREATE INDEX "users_pieces" ON "users" USING gin (word_pieces("words"));
