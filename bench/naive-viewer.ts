/**
 * The comparison page of the viewer benchmark. It fetches the same transcript and its words and creates an element for every word,
 * as the simplest viewers do. It highlights the current word by checking all of them four times a second.
 */
export function naivePage(id: number): string {
  return `<!doctype html><meta charset="utf-8"><title>naive</title>
<style>body{font:16px/26px sans-serif;max-width:800px;margin:0 auto}p{margin:4px 0}.now{background:#bcd}</style>
<main></main><audio controls></audio>
<script type="module">
  const get = (path) => fetch('/api/transcripts/${id}' + path).then((response) => response.json());
  const [transcript, { segments: words }] = await Promise.all([get(''), get('/words')]);
  const main = document.querySelector('main');
  const spans = [];
  for (const [index, segment] of transcript.timestampedTranscript.entries()) {
    const row = document.createElement('p');
    row.className = 'segment-words';
    const name = document.createElement('b');
    name.className = 'name';
    name.dataset.speaker = segment.speaker;
    name.textContent = segment.speaker + ' ';
    row.append(name);
    for (const [text, start, end] of words[index].words) {
      const span = document.createElement('span');
      span.textContent = text + ' ';
      span.dataset.start = start;
      span.onclick = () => (audio.currentTime = start);
      row.append(span);
      spans.push({ span, start, end });
    }
    main.append(row);
  }
  const audio = document.querySelector('audio');
  const { token } = await fetch('/api/media-token/${id}').then((response) => response.json());
  audio.src = transcript.mediaUrl + '?token=' + token;
  audio.ontimeupdate = () => {
    for (const { span, start, end } of spans) {
      span.className = audio.currentTime >= start && audio.currentTime < end ? 'now' : '';
    }
  };
  window.renameAll = (name) => {
    for (const label of document.querySelectorAll('.name')) {
      if (label.dataset.speaker === 'Speaker 1') label.textContent = name + ' ';
    }
  };
</script>`;
}
