const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

const answer = await fetch(`${TAPESCRIPT_URL}/api/transcripts/12/chat`, {
  method: 'POST',
  headers: { authorization: `Bearer ${TAPESCRIPT_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ question: 'What was decided about the harbour?' }),
});
if (!answer.ok) throw new Error(await answer.text());
console.log(((await answer.json()) as { answer: string }).answer);
