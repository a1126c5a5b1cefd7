// Runs before the page is painted, so that a dark theme does not flash. app/theme-provider.tsx takes over from here.
(() => {
  let theme = 'light';
  try {
    theme = localStorage.getItem('ui-theme') || theme;
  } catch {
    // Storage can be forbidden; then the default stays.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();
