const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

interface Message {
  result: { content: { text: string }[] };
}

const answer = await fetch(`${TAPESCRIPT_URL}/mcp`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${TAPESCRIPT_TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'the harbour' } },
  }),
});
if (!answer.ok) throw new Error(await answer.text());
for (const line of (await answer.text()).split('\n')) {
  if (!line.startsWith('data: ')) continue;
  const { result } = JSON.parse(line.slice('data: '.length)) as Message;
  console.log(result.content[0]?.text);
}
