// The view of an answer within an assistant (MCP Apps): passages with speaker and time that play. It talks to the assistant alone, by the protocol's messages, and loads nothing
// but the recording. The official library would be 540 kB; a view may have 150.
const PROTOCOL = '2026-01-26';
/** More lines of a text are left to the page. */
const MAX_LINES = 200;

const $ = (id) => document.getElementById(id);
const [heading, player, list, openButton, status] = ['title', 'player', 'passages', 'open', 'status'].map($);

// --- The assistant ---

let lastId = 0;
const waiting = new Map();

function post(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

/** Resolves with the assistant's answer. */
function ask(method, params) {
  lastId += 1;
  post({ id: lastId, method, params });
  return new Promise((resolve, reject) => waiting.set(lastId, { resolve, reject }));
}

/** Calls a tool of Tapescript; resolves with its data. */
async function callTool(name, args) {
  const { structuredContent, content, isError } = await ask('tools/call', { name, arguments: args });
  if (isError) throw new Error(content?.[0]?.text ?? 'It did not work.');
  return structuredContent;
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) call?.reject(new Error(data.error.message));
    else call?.resolve(data.result);
    return;
  }
  if (data.method === 'ui/notifications/tool-result') show(data.params?.structuredContent);
  if (data.method === 'ui/notifications/host-context-changed') dress(data.params);
  // Whatever else is asked of a view; it has nothing to tidy up.
  if (data.id !== undefined) post({ id: data.id, result: {} });
});

function dress(context) {
  if (context?.theme) document.documentElement.dataset.theme = context.theme;
}

// --- The passages ---

/** '1:01:05' of seconds. */
function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const [hours, minutes, rest] = parts;
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}

function secondsOf(time) {
  return time.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** Shows what `ask` or `fetch` has answered. */
function show(answer) {
  list.replaceChildren();
  if (Array.isArray(answer?.citations)) showCitations(answer);
  else if (typeof answer?.text === 'string') showDocument(answer);
  else status.textContent = 'There is nothing to play here.';
}

function showCitations({ citations, conversationUrl }) {
  heading.textContent = citations.length > 0 ? 'What the answer rests on' : 'This answer cites nothing';
  openAt(conversationUrl);
  for (const { kind, id, title, seconds, quote, url } of citations) {
    if (kind !== 'moment') {
      addPassage({ text: `“${quote ?? ''}”`, source: title, url });
      continue;
    }
    const passage = addPassage({ transcriptId: id, seconds, source: title, url, text: '' });
    // Its words and who says them, from the transcript itself.
    callTool('get_transcript', { transcriptId: id, from: seconds, to: seconds + 0.5 }).then(
      (part) => passage.say(part.text.split('\n')[0], part.title),
      () => undefined,
    );
  }
}

function showDocument({ id, title, text, url }) {
  heading.textContent = title ?? '';
  openAt(url);
  const transcriptId = Number(/^transcript:(\d+)/.exec(id)?.[1]) || undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.slice(0, MAX_LINES)) {
    const [, time] = /^\[([\d:]+)\] /.exec(line) ?? [];
    if (transcriptId === undefined || time === undefined) addPassage({ text: line });
    else addPassage({ transcriptId, seconds: secondsOf(time), text: '', url: momentAt(url, time) }).say(line);
  }
  if (lines.length > MAX_LINES) status.textContent = `The first ${MAX_LINES} of ${lines.length} lines.`;
}

function momentAt(url, time) {
  return `${url}?t=${secondsOf(time)}`;
}

/** Adds a passage; one with a transcript can be played. All of it is text, whatever it says. */
function addPassage({ transcriptId, seconds, text, source, url }) {
  const item = document.createElement('li');
  const words = document.createElement('p');
  words.textContent = text;
  if (transcriptId !== undefined) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `▶ ${clock(seconds)}`;
    button.setAttribute('aria-label', `Play from ${clock(seconds)}`);
    button.addEventListener('click', () => play({ transcriptId, seconds, item, url }));
    item.append(button);
  }
  item.append(words);
  const where = document.createElement('span');
  where.className = 'source';
  where.textContent = source ?? '';
  if (source) item.append(where);
  list.append(item);
  return {
    /** '[1:05] Ann: Good morning.' */
    say: (line, title) => {
      const [, speaker = '', said = line] = /^\[[\d:]+\] (.{1,100}?): (.*)$/s.exec(line) ?? [];
      const name = document.createElement('span');
      name.className = 'speaker';
      name.textContent = speaker === '' ? '' : `${speaker}: `;
      words.replaceChildren(name, said);
      if (title && !source) {
        where.textContent = title;
        item.append(where);
      }
    },
  };
}

// --- Playing ---

/** The recording in the player. */
let loaded;

async function play({ transcriptId, seconds, item, url }) {
  for (const other of list.children) other.removeAttribute('aria-current');
  item.setAttribute('aria-current', 'true');
  if (url) openAt(url);
  status.textContent = '';
  try {
    if (loaded !== transcriptId) await load(transcriptId);
    player.currentTime = seconds;
    await player.play();
  } catch (error) {
    status.textContent = error.message;
  }
}

/** Puts a recording into the player; its address ends after an hour. */
async function load(transcriptId) {
  const { url } = await callTool('play_address', { transcriptId });
  loaded = transcriptId;
  player.hidden = false;
  player.src = url;
  await new Promise((resolve, reject) => {
    player.addEventListener('loadedmetadata', resolve, { once: true });
    player.addEventListener('error', () => reject(new Error('The recording cannot be played here.')), {
      once: true,
    });
  });
}

// An address that has ended while it was playing: another one goes on from there.
let hasTriedAgain = false;
player.addEventListener('playing', () => {
  hasTriedAgain = false;
});
player.addEventListener('error', async () => {
  const at = player.currentTime;
  if (loaded === undefined || hasTriedAgain || at === 0) return;
  hasTriedAgain = true;
  try {
    await load(loaded);
    player.currentTime = at;
    await player.play();
  } catch (error) {
    status.textContent = error.message;
  }
});

// --- The rest ---

let address;
function openAt(url) {
  address = url;
  openButton.hidden = !url;
}
openButton.addEventListener('click', () => {
  ask('ui/open-link', { url: address }).catch(() => {
    status.textContent = address;
  });
});

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  post({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(document.body);

ask('ui/initialize', {
  protocolVersion: PROTOCOL,
  appInfo: { name: 'Tapescript', version: '1' },
  appCapabilities: {},
}).then(
  ({ hostContext }) => {
    dress(hostContext);
    post({ method: 'ui/notifications/initialized' });
  },
  (error) => {
    status.textContent = error.message;
  },
);
