import { existsSync } from 'node:fs';
import { installByApt } from './prepare.mjs';

const FOLDER = '/usr/lib/python3/dist-packages/swift';
export const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];

/** Installs Debian's Swift, a real S3 server, if it is missing. Returns whether it is there now. */
export function installSwift() {
  if (!existsSync(FOLDER)) installByApt(PACKAGES);
  return existsSync(FOLDER);
}
