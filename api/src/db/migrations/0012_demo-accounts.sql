ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Those of databases that were a demo before there was a mark. Nobody else can have these addresses.
UPDATE "users" SET "is_demo" = true WHERE lower("email") IN ('admin@demo.test', 'user@demo.test');
