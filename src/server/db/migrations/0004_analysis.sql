CREATE TABLE "api_keys" (
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_user_id_provider_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"transcript_id" integer NOT NULL,
	"user_id" integer,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"state" text DEFAULT 'complete' NOT NULL,
	"provider" text,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summaries" (
	"transcript_id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"citations" jsonb NOT NULL,
	"version" integer NOT NULL,
	"provider" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"day" date NOT NULL,
	"subject" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "usage_day_subject_pk" PRIMARY KEY("day","subject")
);
--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "engine_choice" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "engine" text;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "remote_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_transcript" ON "messages" USING btree ("transcript_id","id");