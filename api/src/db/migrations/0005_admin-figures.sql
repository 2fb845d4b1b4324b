CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "payment_tallies" (
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "payment_tallies_user_id_status_plan_id_pk" PRIMARY KEY("user_id","status","plan_id")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"term" text NOT NULL,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "tallies_term_subject_status_kind_pk" PRIMARY KEY("term","subject","status","kind")
);
--> statement-breakpoint
CREATE TABLE "tally_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"words" text,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"refunded" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_recounts" (
	"at" timestamp (3) with time zone PRIMARY KEY DEFAULT now() NOT NULL,
	"users" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_terms" (
	"term" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_holders" (
	"user_id" uuid NOT NULL,
	"at" text NOT NULL,
	CONSTRAINT "trial_holders_user_id_at_pk" PRIMARY KEY("user_id","at")
);
--> statement-breakpoint
DROP INDEX "stripe_events_waiting";--> statement-breakpoint
DROP INDEX "payments_user";--> statement-breakpoint
DROP INDEX "payments_paid_at";--> statement-breakpoint
DROP INDEX "subscriptions_user";--> statement-breakpoint
DROP INDEX "subscriptions_started";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "first_paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "words" text GENERATED ALWAYS AS (case when deleted_at is null then lower(first_name || ' ' || last_name || chr(10) || email) else '' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target","at","id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","paid_at","id","plan_id","status","amount");--> statement-breakpoint
CREATE INDEX "payments_paid_at" ON "payments" USING btree ("paid_at","id","user_id","plan_id","status");--> statement-breakpoint
CREATE INDEX "payments_plan" ON "payments" USING btree ("plan_id","paid_at","id","user_id","status");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("amount","id","user_id","plan_id","status");--> statement-breakpoint
CREATE INDEX "payments_unusual" ON "payments" USING btree ("status","paid_at","id","plan_id","user_id") WHERE "payments"."status" <> 'success';--> statement-breakpoint
CREATE INDEX "payments_unusual_plan" ON "payments" USING btree ("status","plan_id","paid_at","id","user_id") WHERE "payments"."status" <> 'success';--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","started_at","id","plan_id","status","amount");--> statement-breakpoint
CREATE INDEX "subscriptions_started" ON "subscriptions" USING btree ("started_at","id","user_id","plan_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("status","started_at","id","plan_id","user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("plan_id","started_at","id","user_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_amount" ON "subscriptions" USING btree ("amount","id","user_id","plan_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_trial_over" ON "subscriptions" USING btree (least("trial_end", "lost_at")) WHERE "subscriptions"."trial_end" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_first_paid" ON "subscriptions" USING btree ("first_paid_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_until" ON "subscriptions" USING btree (coalesce("lost_at", "trial_start", "started_at")) WHERE "subscriptions"."first_paid_at" is not null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree (lower("last_name" || ' ' || "first_name"),"id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stripe_events_waiting" ON "stripe_events" USING btree ("received_at","id") WHERE "stripe_events"."processed_at" is null;