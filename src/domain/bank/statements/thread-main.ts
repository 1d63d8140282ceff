// What the reading thread runs: one file.
import { answerInPieces } from '../../../base/load/thread.ts';
import { readInPieces, type ReadingOrder } from './reading.ts';

answerInPieces((order) => readInPieces(order as ReadingOrder));
