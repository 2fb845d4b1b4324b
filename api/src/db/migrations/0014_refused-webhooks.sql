CREATE TABLE "refused_webhooks" (
	"cause" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
