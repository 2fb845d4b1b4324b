ALTER TABLE "users" SET (fillfactor = 85);--> statement-breakpoint
DROP INDEX "users_deletion_due";--> statement-breakpoint
DROP INDEX "users_unused";--> statement-breakpoint
CREATE INDEX "users_unused" ON "users" USING btree ("last_login_at","id") WHERE "users"."deleted_at" is null;