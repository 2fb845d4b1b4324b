ALTER TABLE "subscriptions" ADD COLUMN "charging_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charging_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charging_credit" integer;