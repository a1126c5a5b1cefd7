import { loadVoiceNetwork } from './network.ts';
import { faultOf } from './trial.ts';
import type { TrialReply } from './trial-process.ts';

/** A process that loads one file and says whether it is a network that describes voices. */
async function tryFile(path: string): Promise<TrialReply> {
  const network = await loadVoiceNetwork(path).catch(() => undefined);
  if (!network) return { fault: 'is not a network that describes voices' };
  return { fault: await faultOf(network).catch(() => 'fails when it is given a voice') };
}

// Native code may be running, which an orderly exit would wait for.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const reply = await tryFile(process.argv[2] ?? '');
process.send?.(reply, undefined, undefined, () => process.exit(0));
