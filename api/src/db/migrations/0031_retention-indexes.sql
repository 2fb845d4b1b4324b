CREATE INDEX "data_copies_requested" ON "data_copies" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "data_copies_made" ON "data_copies" USING btree ("expires_at") WHERE "data_copies"."content" is not null;--> statement-breakpoint
CREATE INDEX "email_changes_expires" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_links_expires" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_resets_expires" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_unused" ON "users" USING btree ("last_login_at","id") WHERE "users"."deleted_at" is null and "users"."deletion_due_at" is null;--> statement-breakpoint
CREATE INDEX "checkout_intents_created" ON "checkout_intents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "authenticator_apps_unfinished" ON "authenticator_apps" USING btree ("created_at") WHERE "authenticator_apps"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_emails_given_up" ON "outgoing_emails" USING btree ("created_at") WHERE "outgoing_emails"."recipient" = '' and "outgoing_emails"."sent_at" is null;