const steps: (() => Promise<void>)[] = [];

/** Registers a step that closes something shared by the tests of a file; the steps run after the last test, in reverse order. */
export function onFileFinished(step: () => Promise<void>): void {
  steps.push(step);
}

/** Only for the setup file (close-after-file.ts). */
export async function closeAfterFile(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
