/** The colors that are offered for projects, as the specification lists them; people hear their names. */
export const PALETTE = [
  { value: '#3b82f6', name: 'Blue' },
  { value: '#10b981', name: 'Green' },
  { value: '#f59e0b', name: 'Amber' },
  { value: '#ef4444', name: 'Red' },
  { value: '#8b5cf6', name: 'Violet' },
  { value: '#06b6d4', name: 'Cyan' },
  { value: '#f97316', name: 'Orange' },
  { value: '#84cc16', name: 'Lime' },
  { value: '#ec4899', name: 'Pink' },
  { value: '#6b7280', name: 'Gray' },
] as const;

/** The colors to choose from for a project that has the color `present`: one from elsewhere, or from an older palette, stays among them. */
export function colorsFor(present: string): readonly { value: string; name: string }[] {
  const isOffered = PALETTE.some(({ value }) => value === present);
  return isOffered ? PALETTE : [...PALETTE, { value: present, name: 'Current color' }];
}
