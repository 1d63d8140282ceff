// What the reading thread runs: one file.
import { answerInPieces } from '../../base/load/answer.ts';
import { readInPieces } from './reading.ts';

answerInPieces(readInPieces);
