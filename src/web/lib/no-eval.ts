// Imported first in the page and in each worker: our Content-Security-Policy forbids eval, which zod would try, and Firefox would log that as an error.
import { config } from 'zod';

config({ jitless: true });
