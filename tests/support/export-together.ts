import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import type { ExportManifest } from '#domain/exports/manifest.ts';

/** Opens a page of a browser in which a ZIP file is downloaded, as in those that cannot write into a file that somebody chose: without a screen, nobody could choose one. */
export async function withDownloads(page: Page): Promise<Page> {
  await page.context().addInitScript('delete globalThis.showSaveFilePicker');
  return page;
}

/** Presses the button that exports or tries again, and reads the ZIP file that is downloaded in the end. */
export async function downloadedZip(
  page: Page,
  button: Locator,
): Promise<UnpackedZip & { fileName: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  return { fileName: download.suggestedFilename(), ...unpackZip(await readFile(await download.path())) };
}

export interface UnpackedZip {
  /** Name and content of each file but the manifest. */
  files: Record<string, Buffer>;
  manifest: ExportManifest;
}

/** Reads a ZIP file of transcripts. */
export function unpackZip(bytes: Uint8Array): UnpackedZip {
  const { 'manifest.json': manifest = new Uint8Array(), ...files } = unzipSync(bytes);
  return {
    manifest: JSON.parse(strFromU8(manifest)) as ExportManifest,
    files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
  };
}
