// What the reading thread runs: one file.
import { nameSources } from '../../../base/stack.ts';
import { answerInPieces } from '../../../base/load/thread.ts';
import { readInPieces, type ReadingOrder } from './reading.ts';

nameSources();

answerInPieces((order) => readInPieces(order as ReadingOrder));
