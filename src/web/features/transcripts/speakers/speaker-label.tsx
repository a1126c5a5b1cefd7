import type { Speaker } from '#domain/speakers.ts';

/** A speaker's name with the color, in a menu; with the engine's label where others have the same name. */
export function SpeakerLabel({ speaker, among }: { speaker: Speaker; among: readonly Speaker[] }) {
  const { label, name, color } = speaker;
  const hasTwin = name !== label && among.some((other) => other.label !== label && other.name === name);
  return (
    <>
      <span
        className={`speaker-${color} size-2.5 shrink-0 rounded-full bg-(--speaker) forced-color-adjust-none`}
        aria-hidden="true"
      />
      <span dir="auto" className="truncate">
        {hasTwin ? `${name} (${label})` : name}
      </span>
    </>
  );
}
