import { FolderKanban, Library, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { CurrentUser } from '#contract/auth.ts';
import { classNames } from '#web/lib/class-names.ts';
import {
  LIBRARY_PATH,
  LOGIN_PATH,
  LOGOUT_PATH,
  PROJECTS_PATH,
  SETTINGS_PATH,
  SIGN_IN_PATH,
} from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from './logo.tsx';
import { ThemeMenu } from './theme-menu.tsx';

export function Header({ user }: { user: CurrentUser | null }) {
  const [path] = useLocation();
  return (
    <header className="border-b bg-surface">
      <div className="mx-auto flex h-14 max-w-7xl items-center justify-between gap-3 px-4 max-[24rem]:gap-1 max-[24rem]:px-2 sm:px-6">
        <div className="flex items-center gap-2 sm:gap-5">
          <Link href="/" aria-label="Tapescript, home" className="rounded-lg">
            <Logo isShort={user !== null} />
          </Link>
          {user && <PageLinks path={path} />}
        </div>
        <div className="flex min-w-0 items-center gap-1 sm:gap-2">
          <ThemeMenu />
          {user && <Account user={user} />}
          {!user && path !== SIGN_IN_PATH && (
            <Button asChild>
              <a href={LOGIN_PATH}>Sign in</a>
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

/** On the narrowest phones, so that all icons have room. */
const NARROW = 'max-[24rem]:px-2!';

const PAGES = [
  { path: LIBRARY_PATH, label: 'Library', icon: <Library aria-hidden="true" /> },
  { path: PROJECTS_PATH, label: 'Projects', icon: <FolderKanban aria-hidden="true" /> },
  { path: SETTINGS_PATH, label: 'Settings', icon: <Settings aria-hidden="true" /> },
] as const;

function PageLinks({ path }: { path: string }) {
  return (
    <nav aria-label="Pages" className="flex items-center gap-1">
      {PAGES.map((page) => (
        <Button
          key={page.path}
          asChild
          variant="ghost"
          size="sm"
          className={classNames(NARROW, isWithin(path, page.path) ? 'bg-sunken' : 'text-quiet')}
        >
          <Link href={page.path} aria-current={currentOf(path, page.path)}>
            {page.icon}
            <span className="max-md:sr-only">{page.label}</span>
          </Link>
        </Button>
      ))}
    </nav>
  );
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** The `aria-current` of a link: 'page' if this is the page, 'true' if the page is below it. */
function currentOf(path: string, place: string): 'page' | 'true' | undefined {
  if (path === place) return 'page';
  return isWithin(path, place) ? 'true' : undefined;
}

function Account({ user }: { user: CurrentUser }) {
  const name = user.firstName || user.email || 'User';
  return (
    <>
      <div className="flex min-w-0 items-center gap-2.5 px-1.5 max-sm:gap-1.5 max-sm:px-0">
        <Avatar key={user.profileImageUrl} name={name} imageUrl={user.profileImageUrl} />
        <span
          className="max-w-48 truncate text-sm font-medium max-sm:max-w-18 max-[22rem]:sr-only"
          title={user.email}
        >
          {name}
        </span>
      </div>
      <Button asChild variant="ghost" size="sm" className={NARROW}>
        <a href={LOGOUT_PATH} aria-label="Log out">
          <LogOut aria-hidden="true" />
          <span className="hidden md:inline">Log out</span>
        </a>
      </Button>
    </>
  );
}

function Avatar({ name, imageUrl }: { name: string; imageUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  if (imageUrl && !broken) {
    return (
      <img
        src={imageUrl}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
        className="size-8 shrink-0 rounded-full object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand-ink uppercase"
    >
      {[...name][0]}
    </span>
  );
}
