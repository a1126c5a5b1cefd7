/** What to add where something failed while the browser says that it has no network. */
export const OFFLINE = 'This device is offline.';
