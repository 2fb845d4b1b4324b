DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Written with the table once, and not row by row with every index. What this is not enough for is put
-- right in code, which also has looked for e-mails that are one by then (email-keys.ts).
ALTER TABLE "users" ALTER COLUMN "email_key" SET DATA TYPE text
USING CASE WHEN deleted_at IS NULL THEN lower(email COLLATE "C") ELSE id::text END;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email_key");
