// What the worker thread runs: one input, one output.
import { nameSources } from '../base/stack.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { matchLines } from './index.ts';
import { type PortableInput, toInput } from './portable.ts';

nameSources();

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(matchLines(toInput(workerData as PortableInput)));
