CREATE TABLE "trial_allowances" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"stripe_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_cards" (
	"card_hash" text NOT NULL,
	"product" text NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trial_cards_card_hash_product_pk" PRIMARY KEY("card_hash","product")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "trial_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_allowances" ADD CONSTRAINT "trial_allowances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_cards" ADD CONSTRAINT "trial_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trial_cards_subscription" ON "trial_cards" USING btree ("stripe_id");--> statement-breakpoint
CREATE INDEX "trial_cards_user" ON "trial_cards" USING btree ("user_id");--> statement-breakpoint
-- Trials that began before cards were noted go on, whatever their cards have had. Which ones those were
-- nobody wrote down.
INSERT INTO "trial_cards" ("card_hash", "product", "user_id", "stripe_id")
SELECT 'before ' || s.stripe_id, p.key, s.user_id, s.stripe_id
FROM subscriptions s JOIN (VALUES
	('0198c000-0000-7000-8000-000000000001'::uuid, 'portfolio'),
	('0198c000-0000-7000-8000-000000000002'::uuid, 'cataract'),
	('0198c000-0000-7000-8000-000000000003'::uuid, 'portfolio'),
	('0198c000-0000-7000-8000-000000000003'::uuid, 'cataract')
) AS p (product_id, key) ON p.product_id = s.product_id
WHERE s.status = 'trial';
