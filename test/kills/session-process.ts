/** A session to be killed, in a process of its own: `FILE LOG`. */
import { runToBeKilled } from './session.ts';

const [, , file = '', log = ''] = process.argv;
await runToBeKilled(file, log);
