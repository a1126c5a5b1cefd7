/** A pressed key as the browser reports it, without modifiers unless given. */
export const press = (key: string, changes = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});
