import { describeSpeechEngine } from '../engine.compliance.ts';
import { createFakeEngine } from './engine.ts';

describeSpeechEngine(() => createFakeEngine({ delayMsPerChunk: 5 }));
