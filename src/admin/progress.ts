// How far a long command has come, for people at a terminal. Nothing is drawn for programs: standard error carries errors.
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressBar {
  readonly show: (done: number, total: number) => void;
  readonly end: () => void;
}

/** Shorter work is done before anybody wonders. */
const MIN_TOTAL = 1_000;

export const progressBar = (wanted: boolean, stream: NodeJS.WriteStream = process.stderr): ProgressBar => {
  if (!wanted || !stream.isTTY) return { show: () => undefined, end: () => undefined };
  const format = '{bar} {percentage} % | {value} of {total} lines | {eta_formatted} left';
  const bar = new SingleBar(
    { format, stream, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  return {
    show: (done, total) => {
      if (total < MIN_TOTAL) return;
      if (!bar.isActive) bar.start(total, 0);
      // Work that lost against another transaction begins again.
      bar.update(done);
    },
    end: () => {
      if (bar.isActive) bar.stop();
    },
  };
};
