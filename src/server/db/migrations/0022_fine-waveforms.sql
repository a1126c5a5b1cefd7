CREATE TABLE "fine_waveforms" (
	"transcript_id" integer PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"peaks" "bytea"
);
--> statement-breakpoint
ALTER TABLE "fine_waveforms" ADD CONSTRAINT "fine_waveforms_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fine_waveforms" ALTER COLUMN "peaks" SET STORAGE EXTERNAL;