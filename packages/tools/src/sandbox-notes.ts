/**
 * What a model cannot see of the sandbox around its commands: one without the network has a network of its own, and what
 * it leaves in the background ends with it. Said where a server is likely to be meant.
 */
import type { Jobs } from './jobs.ts';
import type { Command } from './operations.ts';

/** This machine, as it is named in a command. */
const LOOPBACK = /\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|\[::1\]/i;
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;
/** `a &`, not `a && b`, `2>&1`, `&>file`. */
const BACKGROUND = /(?<![&<>|])&(?![&>])/;

/** Of a command that has just been started as a job, and runs. */
export function jobNotes({ bounds }: Command): readonly string[] {
  if (bounds?.network !== false) return [];
  return ['the sandbox gives it a network of its own: no other command reaches a server that it starts'];
}

/** Of a command that has ended. `text`: as the model wrote it. */
export function commandNotes(text: string, command: Command, jobs: Jobs): readonly string[] {
  // Whoever starts a server himself asks that one.
  if (BACKGROUND.test(text.replaceAll(QUOTED, ''))) {
    return command.bounds && !command.bounds.sharesMachine
      ? ['what it started with & has ended with it: background true starts a job that runs on']
      : [];
  }
  const apart = jobs.all().filter((job) => job.end() === null && job.isApart);
  if (apart.length === 0 || !LOOPBACK.test(text)) return [];
  const names = `${apart.map(({ id }) => id).join(', ')} ${apart.length === 1 ? 'has' : 'have'}`;
  return [
    `${names} a network of the sandbox's own, and a server there is not reached from here: start the server and ask it in one command (npm start & sleep 3; curl …)`,
  ];
}
