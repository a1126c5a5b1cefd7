import { CircleAlert, CircleCheck } from 'lucide-react';
import { languageName } from '#contract/languages.ts';
import type { SpeechServerTest } from '#contract/speech-server.ts';
import { Notice } from '#web/ui/card.tsx';

/** What a test found: what the server can do, or what to do about it. */
export function SpeechServerResult({ result }: { result: SpeechServerTest }) {
  if (!result.works) {
    return (
      <Notice tone="bad" icon={<CircleAlert />}>
        {result.message}
        {result.models.length > 0 && ` It has: ${result.models.slice(0, SHOWN).join(', ')}.`}
      </Notice>
    );
  }
  return (
    <Notice tone="info" icon={<CircleCheck />}>
      <p>
        The server works. In {Math.max(0.1, result.seconds).toFixed(1)} s it understood: “{result.text}”
      </p>
      <ul className="mt-1 list-disc pl-5">
        {result.model !== null && <li>Model: {result.model}</li>}
        <li>{TIMES[result.times]}</li>
        <li>
          {result.hasSpeakers
            ? 'It tells speakers apart.'
            : 'It does not tell speakers apart, so this installation does.'}
        </li>
        {result.languages && <li>{languagesText(result.languages)}</li>}
      </ul>
    </Notice>
  );
}

/** More names than this do not help. */
const SHOWN = 8;

const TIMES = {
  words: 'It gives the time of each word.',
  segments: 'It gives the time of each sentence; the times of words are estimated.',
  none: 'It gives no times: the times of words are estimated.',
} as const;

function languagesText(languages: readonly string[]): string {
  const names = languages.slice(0, SHOWN).map(languageName).join(', ');
  const more = languages.length - SHOWN;
  return `Languages: ${names}${more > 0 ? ` and ${more} more` : ''}`;
}
