// Imported first in the page and in each worker: our Content-Security-Policy forbids eval, which zod would try, and Firefox would log that as an error.
// Where zod keeps its settings, which it does not declare; importing it for this would make every page load it.
const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
place.__zod_globalConfig = Object.assign(place.__zod_globalConfig ?? {}, { jitless: true });
