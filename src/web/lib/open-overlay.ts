const DIALOGS = '[role="dialog"],[role="alertdialog"]';

/** Whether a dialog is open: there is one at a time. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOGS) !== null;
}

/** Whether a dialog or a menu is open, which has the keyboard to itself. Searches the whole page, which can be long. */
export function isOverlayOpen(): boolean {
  return document.querySelector(`${DIALOGS},[role="menu"]`) !== null;
}
