ALTER TABLE "payments" ADD COLUMN "credit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD COLUMN "balance" integer;