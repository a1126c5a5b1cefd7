import { classNames } from '#web/lib/class-names.ts';

/** The T in its square, and the name; `isShort` hides the name on phones to save space. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 64 64" className="size-8" aria-hidden="true">
        <rect width="64" height="64" rx="15" className="fill-[#2563eb] dark:fill-[#1e40af]" />
        <path d="M17 18h30v7.5H36.2V47h-8.4V25.5H17z" fill="#fff" />
      </svg>
      <span className={classNames('text-lg font-semibold tracking-tight', isShort && 'max-sm:hidden')}>
        Tapescript
      </span>
    </span>
  );
}
