ALTER TABLE "messages" DROP CONSTRAINT "messages_about_one";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "library_of" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "read" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_library_of_users_id_fk" FOREIGN KEY ("library_of") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_library" ON "messages" USING btree ("library_of","id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_about_one" CHECK (num_nonnulls("messages"."transcript_id", "messages"."project_id", "messages"."library_of") = 1);