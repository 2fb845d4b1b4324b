CREATE TABLE "build_assets" (
	"address" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"brotli" "bytea",
	"replaced_at" timestamp (3) with time zone
);
