import { Logo } from './logo.tsx';

const FEATURES = [
  'Audio and video upload',
  'Speaker labels',
  'Synchronized playback',
  'Search',
  'TXT, PDF, DOCX and SRT export',
];
/** Features have no separate pages; their links lead to the top of the page, which has them all. */
const PLACEHOLDER = '#';
const SUPPORT = [
  { label: 'Service status', href: '/api/health' },
  { label: 'For programs: the API', href: '/api/openapi.json' },
];

export function Footer() {
  return (
    <footer className="mt-16 border-t bg-surface text-sm">
      <div className="mx-auto flex max-w-7xl flex-wrap items-start justify-between gap-x-10 gap-y-5 px-4 py-6 sm:px-6">
        <div className="max-w-xs">
          <Logo />
          <p className="mt-2 text-xs/5 text-quiet">
            Recordings become text that you can play, read, search and take with you. © 2025 Tapescript
          </p>
        </div>
        <FooterLinks title="Features" links={FEATURES.map((label) => ({ label, href: PLACEHOLDER }))} />
        <FooterLinks title="Support" links={SUPPORT} />
      </div>
    </footer>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly { label: string; href: string }[] }) {
  return (
    <div className="max-w-sm">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {links.map(({ label, href }) => (
          <li key={label}>
            <FooterLink href={href}>{label}</FooterLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-quiet underline-offset-4 hover:text-ink hover:underline">
      {children}
    </a>
  );
}
