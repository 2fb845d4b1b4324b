-- Up to three characters in a row of a text, letters or not: what finds a search of any length.
CREATE FUNCTION word_pieces(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(words, at, size))
  FROM generate_series(1, length(words)) at, generate_series(1, 3) size
  WHERE at + size - 1 <= length(words)
$$;
--> statement-breakpoint
CREATE INDEX "users_pieces" ON "users" USING gin (word_pieces("words"));--> statement-breakpoint
DROP INDEX "users_words";--> statement-breakpoint
DROP INDEX "users_pairs";--> statement-breakpoint
DROP FUNCTION word_pairs(text);
