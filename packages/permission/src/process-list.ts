/** `ps`: which processes there are, never what they were given in their environment. */
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { type OptionsRead, readOptions } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

/** All columns that show no environment. */
const COLUMNS = new Set(
  (
    'pid ppid pgid pgrp sid sess tid lwp spid tgid nlwp thcount user uid euser euid ruser ruid suser suid fuser fuid group gid egroup ' +
    'egid rgroup rgid sgid tty tt tname stat state s comm ucmd ucomm args cmd command exe lstart start start_time stime bsdstart time cputime ' +
    'cputimes times etime etimes bsdtime pcpu %cpu c cp pmem %mem rss rsz rssize vsz vsize sz size drs trs pri priority opri ni nice cls ' +
    'class policy sched rtprio psr cpuid wchan nwchan flags f flag blocked caught ignored pending sig_q maj_flt min_flt pss uss ' +
    'label cgroup cgroupname cgname cgid unit uunit slice session machine ouid seat lsession supgrp pidns netns mntns utsns userns ipcns'
  ).split(' '),
);
/** In the form of BSD: without `e`, which shows the environment. */
const BSD_LETTERS = /^[auxwfjlrTh]+$/;

export function processInspection(words: readonly string[]): Inspection {
  // `ps -aux` is read as `ps aux` where there is no user of the name x.
  const asBsd = words.map((word) => word.replace(/^-(?=auxw*$)/, ''));
  const read = readOptions(asBsd, {
    flags: 'AdeFfjlLmTwyHaxr',
    valued: 'opuUCtgGqs',
    long: 'forest no-headers no-headings',
    longValued: 'sort pid ppid user format',
  });
  if (!read.ok) return refuse(read.option);
  const other =
    read.operands.find((word) => !BSD_LETTERS.test(word) && !/^\d+(,\d+)*$/.test(word)) ??
    valuesOf(read, 'o', 'format').find((format) => !isOfColumns(format)) ??
    valuesOf(read, 'p', 'pid', 'ppid', 'q', 's', 'g').find((value) => !/^\d+([,\s]+\d+)*$/.test(value)) ??
    valuesOf(read, 'sort').find((value) => !value.split(',').every((key) => COLUMNS.has(key.replace(/^[-+]/, ''))));
  if (other !== undefined) return refuse(other);
  // Where an option is none, all words are read once more as BSD has them, and then `e` is another one.
  const names = valuesOf(read, 'u', 'U', 'user', 't', 'G');
  const mayFail = names.some((value) => !/^\d+$/.test(value));
  return mayFail && words.some((word) => /^-[^-]*e/.test(word)) ? refuse('e') : looksAt([]);
}

/** `pid,comm=NAME`: behind the sign, all is a title. */
function isOfColumns(format: string): boolean {
  const [columns = ''] = format.split('=');
  return columns.split(/[,\s]+/).every((column) => COLUMNS.has(column.replace(/:\d+$/, '')));
}

function valuesOf({ values }: Options, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => values.get(name) ?? []);
}
