import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demuxer, Muxer } from 'node-av/api';
import { AV_DISPOSITION_COMMENT, AV_DISPOSITION_DEFAULT, AV_NOPTS_VALUE } from 'node-av/constants';
import { Dictionary, type Packet } from 'node-av/lib';

/** A stream of a recording that `composed` writes. */
export interface Part {
  /** A recording of which the first stream is taken. */
  bytes: Buffer;
  /** When a packet of that second is said to be; null leaves it out. */
  at?: (seconds: number) => number | null;
  isDefault?: boolean;
  /** Whether it is a commentary. */
  isComment?: boolean;
  /** A code of ISO 639-2. */
  language?: string;
  title?: string;
}

/** A recording whose streams come from others, with stamps that need not be right: what cameras and recorders write. */
export async function composed(
  muxer: 'mp4' | 'mov' | 'matroska' | 'mpegts',
  parts: readonly Part[],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-odd-'));
  const target = join(folder, 'a');
  try {
    const output = Muxer.openSync(target, { format: muxer });
    const packets: { packet: Packet; stream: number; seconds: number }[] = [];
    for (const part of parts) {
      const { bytes, at = (seconds: number) => seconds } = part;
      const input = await Demuxer.open(bytes);
      const [from] = input.streams;
      if (!from) throw new Error('The recording has no stream.');
      from.disposition = dispositionOf(part);
      const { language, title } = part;
      from.metadata = Dictionary.fromObject({
        ...(language ? { language } : {}),
        ...(title ? { title } : {}),
      });
      const stream = output.addStream(from);
      const copied = output.getStream(stream);
      // Each container has its own name for a codec.
      if (copied) copied.codecpar.codecTag = 0;
      const { num, den } = from.timeBase;
      for await (const packet of input.packets(0)) {
        if (packet === null) break;
        const seconds = (Number(packet.dts) * num) / den;
        const said = at(seconds);
        if (said === null) continue;
        const shift = BigInt(Math.round(((said - seconds) * den) / num));
        if (packet.pts !== AV_NOPTS_VALUE) packet.pts += shift;
        packet.dts += shift;
        packets.push({ packet, stream, seconds: said });
      }
    }
    for (const { packet, stream } of packets.toSorted((a, b) => a.seconds - b.seconds))
      output.writePacketSync(packet, stream);
    output.closeSync();
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function dispositionOf({ isDefault = true, isComment = false }: Part) {
  // The flags are numbers of one type each.
  return ((isDefault ? AV_DISPOSITION_DEFAULT : 0) |
    (isComment ? AV_DISPOSITION_COMMENT : 0)) as typeof AV_DISPOSITION_DEFAULT;
}

/** Renames the codec of the last AAC track of an MP4 or QuickTime file to one that no decoder knows, as telephones write spatial sound. */
export function withUnknownLastTrack(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const from = changed.lastIndexOf('stsd', undefined, 'latin1');
  for (const [name, other] of [
    ['mp4a', 'apac'],
    ['esds', 'dapa'],
  ] as const) {
    const at = changed.indexOf(name, from, 'latin1');
    if (at < 0) throw new Error('The recording has no AAC.');
    changed.write(other, at, 'latin1');
  }
  return changed;
}

/** A 16-bit WAV file of one channel as one of several, each of which is that channel times a number. */
export function channelsWav(mono: Buffer, gains: readonly number[]): Buffer {
  const header = Buffer.from(mono.subarray(0, 44));
  const samples = (mono.length - 44) / 2;
  const frameBytes = 2 * gains.length;
  const bytes = Buffer.alloc(44 + frameBytes * samples);
  header.copy(bytes);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt16LE(gains.length, 22);
  bytes.writeUInt32LE(gains.length * header.readUInt32LE(28), 28);
  bytes.writeUInt16LE(frameBytes, 32);
  bytes.writeUInt32LE(frameBytes * samples, 40);
  for (let index = 0; index < samples; index += 1) {
    const sample = mono.readInt16LE(44 + 2 * index);
    for (const [channel, gain] of gains.entries()) {
      const louder = Math.max(-32768, Math.min(32767, Math.round(sample * gain)));
      bytes.writeInt16LE(louder, 44 + frameBytes * index + 2 * channel);
    }
  }
  return bytes;
}

/** A WAV file with other sizes in its header: what a program leaves there that writes to a pipe. */
export function sizedWav(wav: Buffer, size: number): Buffer {
  const bytes = Buffer.from(wav);
  bytes.writeUInt32LE(size, 4);
  bytes.writeUInt32LE(size, 40);
  return bytes;
}

/** A WAV file as RF64: the sizes stand in a chunk of their own, in 64 bits. */
export function rf64(wav: Buffer): Buffer {
  const sizes = Buffer.alloc(36);
  sizes.write('ds64', 0, 'latin1');
  sizes.writeUInt32LE(28, 4);
  sizes.writeBigUInt64LE(BigInt(wav.length + sizes.length - 8), 8);
  sizes.writeBigUInt64LE(BigInt(wav.length - 44), 16);
  const bytes = Buffer.concat([wav.subarray(0, 12), sizes, wav.subarray(12)]);
  bytes.write('RF64', 0, 'latin1');
  bytes.writeUInt32LE(0xffff_ffff, 4);
  bytes.writeUInt32LE(0xffff_ffff, 40 + sizes.length);
  return bytes;
}

/** A WAV with a title in its list of facts ('INFO'), whose encoding nothing says. */
export function infoTitledWav(wav: Buffer, title: Buffer): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8, name, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('INAM', title)]));
  const titled = Buffer.concat([wav, list]);
  titled.writeUInt32LE(titled.length - 8, 4);
  return titled;
}
