CREATE TABLE "speech_servers" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"model" text NOT NULL,
	"encrypted_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "speech_servers" ADD CONSTRAINT "speech_servers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;