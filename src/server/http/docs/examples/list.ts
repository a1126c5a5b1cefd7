const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

interface Page {
  transcripts: { id: number; status: string; title: string }[];
}

const answer = await fetch(`${TAPESCRIPT_URL}/api/transcripts?page=1&limit=20`, {
  headers: { authorization: `Bearer ${TAPESCRIPT_TOKEN}` },
});
if (!answer.ok) throw new Error(await answer.text());
const { transcripts } = (await answer.json()) as Page;
for (const { id, status, title } of transcripts) console.log(id, status, title);
