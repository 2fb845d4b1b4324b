CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"agreed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" text NOT NULL,
	"terms_version" text,
	"privacy_version" text,
	"change_id" uuid,
	"plan_id" uuid,
	"stripe_subscription_id" text,
	"shown" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"start_at_once" boolean DEFAULT false NOT NULL,
	"confirmation" jsonb
);
--> statement-breakpoint
CREATE TABLE "legal_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"says" text NOT NULL,
	"in_force_on" date NOT NULL,
	"announced_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"documents" jsonb NOT NULL,
	"first_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_change_id_legal_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."legal_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_user" ON "agreements" USING btree ("user_id","agreed_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_one_choice" ON "agreements" USING btree ("user_id","plan_id") WHERE "agreements"."kind" = 'subscription' and "agreements"."stripe_subscription_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_one_acknowledgement" ON "agreements" USING btree ("user_id","change_id") WHERE "agreements"."change_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_changes_version" ON "legal_changes" USING btree ("version");