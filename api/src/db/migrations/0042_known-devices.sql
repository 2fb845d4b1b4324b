ALTER TABLE "email_changes" ADD COLUMN "was_verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "device_generation" integer DEFAULT 0 NOT NULL;