import { AVDISCARD_ALL, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type FormatContext, Frame, Packet } from 'node-av/lib';

/** The packets of one stream. Each is only valid until the next. */
export function* packetsOf(context: FormatContext, index: number): Generator<Packet> {
  for (const stream of context.streams ?? []) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
  const packet = new Packet();
  packet.alloc();
  while (context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === index) yield packet;
    packet.unref();
  }
}

/** The decoded frames of one stream, without broken packets, as players do. Each is only valid until the next. */
export function* framesOf(context: FormatContext, index: number): Generator<Frame> {
  const decoder = openDecoder(context, index);
  const frame = new Frame();
  frame.alloc();
  for (const packet of packetsOf(context, index)) {
    if (decoder.sendPacketSync(packet) >= 0) yield* decoded(decoder, frame);
  }
  decoder.sendPacketSync(null);
  yield* decoded(decoder, frame);
}

function* decoded(decoder: CodecContext, frame: Frame): Generator<Frame> {
  for (;;) {
    const result = decoder.receiveFrameSync(frame);
    if (result === AVERROR_EOF || result < 0) return;
    yield frame;
    frame.unref();
  }
}

function openDecoder(context: FormatContext, index: number): CodecContext {
  const stream = context.streams?.[index];
  const codec = stream && Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new Error('no decoder for this sound');
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  FFmpegError.throwIfError(decoder.parametersToContext(stream.codecpar), 'decoder parameters');
  // Frames get their times from it.
  decoder.pktTimebase = stream.timeBase;
  FFmpegError.throwIfError(decoder.open2Sync(codec, null), 'open decoder');
  return decoder;
}
