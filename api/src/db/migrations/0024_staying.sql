CREATE TABLE "price_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"price_id" text NOT NULL,
	"old_amount" integer NOT NULL,
	"new_amount" integer NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_moves_once" UNIQUE("stripe_subscription_id","price_id")
);
--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "invoice_to_confirm" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "new_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "new_amount_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "price_moves" ADD CONSTRAINT "price_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_moves_user" ON "price_moves" USING btree ("user_id","told_at" desc);--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("period_end","user_id") WHERE "subscriptions"."has_access" and not "subscriptions"."cancel_at_period_end";