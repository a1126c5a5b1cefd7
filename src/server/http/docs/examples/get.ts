const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

interface Transcript {
  speakerNames: Record<string, string>;
  timestampedTranscript: { start: number; speaker: string; text: string }[];
}

const answer = await fetch(`${TAPESCRIPT_URL}/api/transcripts/12`, {
  headers: { authorization: `Bearer ${TAPESCRIPT_TOKEN}` },
});
if (!answer.ok) throw new Error(await answer.text());
const { speakerNames, timestampedTranscript } = (await answer.json()) as Transcript;
for (const { start, speaker, text } of timestampedTranscript) {
  console.log(start, speakerNames[speaker] ?? speaker, text);
}
