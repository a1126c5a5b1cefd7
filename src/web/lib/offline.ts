/** Added to the message of a failure while the browser is offline. */
export const OFFLINE = 'This device is offline.';
