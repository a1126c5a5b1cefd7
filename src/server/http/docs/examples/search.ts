const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

interface Found {
  results: { transcript: { id: number }; matches: { timestamp: string | null; context: string }[] }[];
}

const query = new URLSearchParams({ q: 'the harbour' });
const answer = await fetch(`${TAPESCRIPT_URL}/api/transcripts/search?${query}`, {
  headers: { authorization: `Bearer ${TAPESCRIPT_TOKEN}` },
});
if (!answer.ok) throw new Error(await answer.text());
const { results } = (await answer.json()) as Found;
for (const { transcript, matches } of results) {
  for (const { timestamp, context } of matches) console.log(transcript.id, timestamp, context);
}
