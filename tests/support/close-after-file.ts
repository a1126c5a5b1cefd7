// Runs with each file of the projects that open the application in their own process (vitest.config.ts).
import { afterAll } from 'vitest';
import { closeAfterFile } from './file-end.ts';

afterAll(closeAfterFile);
