CREATE TABLE "product_access" (
	"user_id" uuid NOT NULL,
	"product" text NOT NULL,
	"has_access" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" bigint,
	CONSTRAINT "product_access_user_id_product_pk" PRIMARY KEY("user_id","product")
);
--> statement-breakpoint
CREATE TABLE "product_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"product" text NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid,
	"has_access" boolean NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"reason" text,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"given_up_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_milliseconds" integer,
	"answer_status" integer,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "product_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"ending" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_access" ADD CONSTRAINT "product_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_deliveries" ADD CONSTRAINT "product_deliveries_endpoint_id_product_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."product_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_access_order" ON "product_access" USING btree ("product","position");--> statement-breakpoint
CREATE INDEX "product_access_unplaced" ON "product_access" USING btree ("product","changed_at") WHERE "product_access"."position" is null;--> statement-breakpoint
CREATE INDEX "product_deliveries_due" ON "product_deliveries" USING btree ("endpoint_id","due_at") WHERE "product_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "product_deliveries_newest" ON "product_deliveries" USING btree ("product","created_at","id");--> statement-breakpoint
CREATE INDEX "product_deliveries_created" ON "product_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_deliveries_user" ON "product_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "product_endpoints_product" ON "product_endpoints" USING btree ("product","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_keys_hash" ON "product_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "product_keys_product" ON "product_keys" USING btree ("product","created_at");