import { integerTensor } from '../onnx-graph.ts';
import type { Layers } from './layers.ts';

/** Frames of a piece, of which the last may have fewer. */
const PIECE_FRAMES = 100;
/** ONNX's number for 32-bit floats. */
const FLOAT = 1;

/** The names of what the gates need of the time axis. */
export interface Pieces {
  /** The number of frames, as a float. */
  frames: string;
  /** [pieces, frames]: 1 where a frame is in a piece, else 0; a matrix product repeats each piece's value for its frames. */
  members: string;
  /** [frames, pieces]: a matrix product is the mean over all frames plus the mean over the piece's frames. */
  means: string;
}

/**
 * Adds what divides the frames of `sound` [N, channels, frames] into pieces of 100, for any number of frames: the average pooling with
 * `ceil_mode` of `seg_pooling` in https://github.com/modelscope/3D-Speaker/blob/main/speakerlab/models/campplus/layers.py, as matrices.
 */
export function addPieces(layers: Layers, sound: string): Pieces {
  const number = (value: number) => layers.tensor(integerTensor('', [value], []));
  const list = (value: number) => layers.tensor(integerTensor('', [value]));
  const toFloat = (input: string) => layers.node('Cast', [input], { to: { int: FLOAT } });
  const count = layers.node('Gather', [layers.node('Shape', [sound]), number(2)]);
  const from = number(0);
  const one = number(1);
  const size = number(PIECE_FRAMES);
  const pieceOfFrame = layers.node('Div', [layers.node('Range', [from, count, one]), size]);
  const pieceCount = layers.node('Div', [layers.node('Add', [count, number(PIECE_FRAMES - 1)]), size]);
  const pieces = layers.node('Unsqueeze', [layers.node('Range', [from, pieceCount, one]), list(1)]);
  const members = toFloat(layers.node('Equal', [pieces, pieceOfFrame]));
  const framesOfPiece = layers.node('ReduceSum', [members, list(1)]);
  const frames = toFloat(count);
  const meanOfAll = layers.node('Reciprocal', [frames]);
  const shares = layers.node('Add', [layers.node('Div', [members, framesOfPiece]), meanOfAll]);
  return { frames, members, means: layers.node('Transpose', [shares]) };
}
