interface TimesKeysProps {
  hasWords: boolean;
}

/** The keys of the bar in a line, where there is a keyboard as a rule. */
export function TimesKeys({ hasWords }: TimesKeysProps) {
  const keys = [
    { keys: '[ ]', does: 'to the playback' },
    { keys: 'Alt ← →', does: '10 ms' },
    { keys: 'Alt Shift ← →', does: '100 ms' },
    { keys: 'Alt ↑ ↓', does: 'save, other passage' },
    { keys: 'Ctrl Space', does: 'play' },
    ...(hasWords ? [{ keys: 'W , .', does: 'words' }] : []),
    { keys: 'Enter', does: 'save' },
    { keys: 'Esc', does: 'cancel' },
  ];
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-quiet max-sm:hidden">
      {keys.map(({ keys, does }) => (
        <span key={keys}>
          <kbd className="font-sans font-medium text-ink">{keys}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
