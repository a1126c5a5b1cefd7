/** What is filled in by hand or chosen; the first of these that is typed is where the focus goes. */
const FIELDS =
  'input:not([type="hidden"], [type="file"]), textarea, [role="combobox"], [role="checkbox"], [role="switch"]';
const TYPED =
  'textarea:enabled:read-write, input:enabled:read-write:not([type="file"], [type="radio"], [type="checkbox"], [type="range"])';

/**
 * The first field of a form or dialog that can be typed into, with the caret at the end of its text; null if there is none. On a touch screen
 * a field with the focus may open the keyboard, which covers half of what has just appeared: there only for what is opened for one text.
 */
export function placeToType(within: HTMLElement): HTMLElement | null {
  const fields = within.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  const field = [...fields].find((each) => each.getClientRects().length > 0);
  if (!field || (matchMedia('(pointer: coarse)').matches && within.querySelectorAll(FIELDS).length > 1))
    return null;
  // Some inputs, such as those for e-mail addresses, have no selection.
  if (field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
  return field;
}
