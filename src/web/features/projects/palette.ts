/** The colors offered for projects, as listed in the specification, with their names for screen readers. */
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

/** The colors to choose from for a project whose color is `present`, which is included even if it is not in the palette. */
export function colorsFor(present: string): readonly { value: string; name: string }[] {
  const isOffered = PALETTE.some(({ value }) => value === present);
  return isOffered ? PALETTE : [...PALETTE, { value: present, name: 'Current color' }];
}
