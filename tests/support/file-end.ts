const steps: (() => Promise<void>)[] = [];

/** Closes something that the tests of a file have in common, after the last of them; what was opened last first. */
export function onFileFinished(step: () => Promise<void>): void {
  steps.push(step);
}

/** For the setup file alone (close-after-file.ts). */
export async function closeAfterFile(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
