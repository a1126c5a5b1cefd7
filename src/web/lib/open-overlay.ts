/** Whether a dialog or a menu is open, which has the keyboard to itself. Searches the whole page, which can be long. */
export function isOverlayOpen(): boolean {
  return document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null;
}
