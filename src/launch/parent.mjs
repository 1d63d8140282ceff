// A shell that npm puts between itself and this process does not pass signals on: it dies and leaves this process
// behind. When that happens, this process ends as if it had got the signal itself.
const LOOK_EVERY_MS = 250;

export const endWithParent = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
};
