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
  { label: 'OpenAPI description', href: '/api/openapi.json' },
];

export function Footer() {
  return (
    <footer className="mt-16 border-t bg-surface text-sm">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-10 sm:grid-cols-[2fr_1fr_1fr] sm:px-6">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-quiet">
            Recordings become text that you can play, read, search and take with you.
          </p>
        </div>
        <div>
          <h2 className="font-semibold">Features</h2>
          <ul className="mt-3 space-y-2">
            {FEATURES.map((feature) => (
              <li key={feature}>
                <FooterLink href={PLACEHOLDER}>{feature}</FooterLink>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className="font-semibold">Support</h2>
          <ul className="mt-3 space-y-2">
            {SUPPORT.map(({ label, href }) => (
              <li key={href}>
                <FooterLink href={href}>{label}</FooterLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="border-t px-4 py-5 text-center text-quiet">© 2025 Tapescript</p>
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-quiet underline-offset-4 hover:text-ink hover:underline">
      {children}
    </a>
  );
}
