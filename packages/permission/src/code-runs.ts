/**
 * What the code in the words of an interpreter starts and fetches, as far as its text shows: good enough to find something bad, never to
 * allow anything.
 */
import { nameOf } from './programs.ts';

const INTERPRETERS = /^(python[\d.]*|pypy[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua)$/;
const AWKS = /^([gmn]|original-)?awk$/;
const SEDS = /^(g|s)?sed$/;
/** They run a text as code of the same language. */
const EVALUATES =
  /(?<![.\w])(exec|eval|compile|loadstring)\b|\b(instance_eval|class_eval)\b|(?<![.\w])Function\s*\(|\brunIn\w*Context\b/;
/** They start a program, or a shell with a text. */
const STARTS =
  /\bos\.(system|popen|exec\w+|spawn\w+)\b|(?<![.\w])(system|popen|passthru|shell_exec|proc_open)\b|\b(subprocess|child_process|execSync|spawnSync|Bun\.spawn|Deno\.Command)\b/;
/** Where these quotes are no text but a command. */
const QUOTED_STARTS = /`|\bqx\b|%x|\bopen\s*\(?[^;]*["']\s*(\||-\|)|["']\|/;
const HAS_QUOTED_STARTS = /^(perl|ruby|php)$/;
const FETCHES =
  /\b(urlopen|urllib|urlretrieve|requests\.|httpx|aiohttp|fetch\s*\(|https?\.get|LWP|HTTP::Tiny|open-uri|URI\.open|Net::HTTP|curl|wget|Invoke-WebRequest)\b|\bfetch\s*\(|\bget\s*\(?\s*["']https?:|file_get_contents\s*\(\s*["']https?:/;
const SED_STARTS = /(^|[;{}\n])\s*[\d$,/\w]*\s*e(\s|$)|s([^\w\s]).*?\3.*?\3[gpIiMm\d]*e/s;
/** Calls that start what their literals say: up to where the call ends, roughly. */
const STARTING_CALL =
  /\b(?:system|popen\w*|exec[a-z]*(?:Sync|File\w*)?|spawn\w*|passthru|shell_exec|proc_open|run|call|check_output|check_call|Popen)\s*\(?\s*([^;\n]*)|`([^`]*)`|\bqx\s*[({/|!]([^)}/|!]*)|%x\s*[({]([^)}]*)/g;
const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;

/** Whether a program that is fed a text would run it: the code in its words starts things. */
export function startsFromInput([program = '', ...words]: readonly string[]): boolean {
  const name = nameOf(program);
  const code = words.join('\n');
  if (AWKS.test(name)) return /\bsystem\s*\(|\|\s*(getline|"|&)|\bgetline\b.*\||"\s*\||\|\s*\w/.test(code);
  if (SEDS.test(name)) return words.some((word) => SED_STARTS.test(word));
  if (!INTERPRETERS.test(name)) return false;
  return EVALUATES.test(code) || STARTS.test(code) || (HAS_QUOTED_STARTS.test(name) && QUOTED_STARTS.test(code));
}

/** Whether code fetches a text and runs it: as code of its own, or by a program that it hands it to. */
export function runsWhatItFetches([program = '', ...words]: readonly string[]): boolean {
  if (!INTERPRETERS.test(nameOf(program))) return false;
  const code = words.join('\n');
  if (!FETCHES.test(code)) return false;
  if (EVALUATES.test(code)) return true;
  const fetched = [...code.matchAll(/(\w+)\s*=[^=\n;]*/g)]
    .filter(([text]) => FETCHES.test(text))
    .map(([, name = '']) => name);
  const calls = [...code.matchAll(STARTING_CALL)].map(([text]) => text);
  return calls.some(
    (call) => FETCHES.test(call.slice(1)) || fetched.some((name) => new RegExp(`\\b${name}\\b`).test(call)),
  );
}

/** Commands that code would start, as texts for a shell: literals in its calls, one after the other. */
export function startedTexts([program = '', ...words]: readonly string[]): readonly string[] {
  const name = nameOf(program);
  if (!INTERPRETERS.test(name) && !AWKS.test(name)) return [];
  const code = words.join('\n');
  return [...code.matchAll(STARTING_CALL)].flatMap(([, call = '', ...quoted]) => {
    const literals = [...call.matchAll(LITERAL)].map(([, double, single]) => double ?? single ?? '');
    return [literals.join(' '), ...literals, ...quoted].filter((text): text is string => (text ?? '') !== '');
  });
}
