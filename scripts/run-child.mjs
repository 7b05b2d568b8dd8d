import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program and resolves to its exit code (128 + the signal's number after a signal, like a shell). A signal to
 * this process goes to the program and this process waits for it, so that nothing is left running; `stoppedBy` then
 * names the signal.
 * @throws if the program cannot be started
 */
export async function runChild(command, args, options) {
  const child = spawn(command, args, options);
  let stoppedBy;
  const forward = (signal) => {
    stoppedBy = signal;
    // Ctrl-C in a terminal reaches both processes already; a second signal would look like impatience.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  // npm passes a signal to a shell that does not forward it. The only trace is a parent that has ended.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) forward('SIGTERM');
  }, 250);
  try {
    const [code, signal] = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (...end) => resolve(end));
    });
    return { code: code ?? 128 + constants.signals[signal], stoppedBy };
  } finally {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, forward);
  }
}
