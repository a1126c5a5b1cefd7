// For its effect, first in the page and in each worker: our Content-Security-Policy forbids making code of text, and zod would try it, which Firefox lists as an error.
import { config } from 'zod';

config({ jitless: true });
