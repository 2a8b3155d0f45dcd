// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell variables
/**
 * Commands that may be judged to be looks: programs that look, with every option that is known of them, well used and badly;
 * names of files that may be taken for something else; and all ways in which a shell puts such commands together.
 */
import type { Chance } from '../../../../test/chance.ts';
import { LOOKING_PROGRAMS } from '../../src/looking-programs.ts';
import { AWAY_NAMES, HOSTILE_NAMES, PLAIN_NAMES } from './place.ts';

/** They would take long, or show the machine and no file. */
const LEFT_OUT = new Set([
  'lsof',
  'free',
  'uptime',
  'who',
  'w',
  'ss',
  'netstat',
  'wait',
  'jobs',
  'lsblk',
  'bc',
  'shuf',
]);
const PROGRAMS = Object.keys(LOOKING_PROGRAMS).filter((name) => !LEFT_OUT.has(name));
const OFTEN =
  'ls cat head tail wc sort uniq grep rg cut tr od xxd nl diff cmp stat file md5sum column strings du paste'.split(' ');
const VALUES = [
  '1',
  '3',
  '-1',
  '+2',
  'foo',
  ':',
  'x',
  'README.md',
  '.env',
  '.env',
  'link-out',
  '%n',
  '1,2',
  'c',
  '10k',
  '/',
  '0',
  "','",
  'utf-8',
  'a=b',
];
const FILTERS = [
  ...[
    'head',
    'head -n 3',
    'head -2',
    'head -c 9',
    'tail -n 2',
    'tail -n +2',
    'tail -c5',
    'sort',
    'sort -r',
    'sort -u',
    'sort -z',
    'sort -R',
  ],
  ...[
    'sort -k2',
    'sort -n',
    'uniq',
    'uniq -c',
    'uniq -z',
    'uniq -w3',
    'grep -v b',
    'grep foo',
    'grep -o .env',
    'grep -z a',
    'grep -n a',
    'cat',
  ],
  ...[
    'grep -vE "(b|c)"',
    'grep -e a',
    'grep -A1 a',
    'rg -v b',
    'cut -c3-',
    'tr / .',
    'sed s/a/b/',
    "awk '{print $1}'",
    'tac',
    'rev',
    'nl',
    'grep -h a',
  ],
];
const XARGS = [
  '',
  '-0',
  '-n1',
  '-n 2',
  '-P2',
  '-r',
  '-I{}',
  '-I X',
  '-d e',
  '-L1',
  '-0 -n1',
  '-0r',
  '-d "\\n"',
  '-t',
  '-s 20',
  '-E x',
  '-i',
  '-a list',
  '-x',
];
const FIND_TESTS = [
  ...[
    '-type f',
    '-name "*.ts"',
    '-name "*"',
    '-not -path "*/.git/*"',
    '-maxdepth 1',
    '-size -9',
    '-newer README.md',
    '-print',
    '-print0',
    '! -name .env',
  ],
  ...[
    '-name node_modules -prune -o -type f',
    '-ls',
    '-printf "%p "',
    '-empty',
    '-o -name x',
    '-iname README*',
    '-path "./src/*"',
    '-exec',
    '-quit',
    '-regex ".*a.*"',
  ],
];
const SED = [
  ...[
    'p',
    '1,2p',
    's/a/b/',
    's/a/b/g',
    '/foo/d',
    '$!d',
    's/x/y/w OUT',
    's/x/y/e',
    'w OUT',
    '1e touch OUT',
    'r .env',
    's,a,b,',
    'y/abc/xyz/',
    '/a/,/b/p',
    'n;d',
    '=',
    'l',
  ],
  ...[
    's/[/]/x/w OUT',
    '/[/]/w OUT',
    'a\\\nw OUT',
    '/x/{p;p}',
    '$!N;s/\\n/ /',
    's/o/x/2',
    's/a/b/;w OUT',
    'R .env',
    'F',
    's/a/\\\n/',
    ':a;N;$!ba',
    '{p}',
    's#a#b#',
  ],
];
const AWK = [
  ...[
    '{print $1}',
    'NR==2',
    '/foo/',
    '{s+=$2} END {print s/NR}',
    '$2>1',
    '{print $1, $2 > "OUT"}',
    'BEGIN{system("touch OUT")}',
    '{print | "sh"}',
    'BEGIN{while((getline l < ".env")>0) print l}',
  ],
  ...[
    'BEGIN{ if (0) 1; else /"/; system("touch OUT"); if (0) 1; else /"/ }',
    'BEGIN{x=1system("touch OUT")}',
    '{print length($0)}',
    '{print $NF}',
    'BEGIN{print ENVIRON["HOME"]}',
    '{gsub(/o/, "0"); print}',
  ],
  ...[
    'BEGIN{print 1/3}',
    '{a[$1]++} END{for(k in a) print k}',
    'BEGIN{x=4; print x/2}',
    'BEGIN{do /"/; while(system("touch OUT"))}',
    '# a \\\n{print}',
    '/[/]/{print "a"}',
    '{print (1>2)}',
    '{printf "%s\\n", $1}',
  ],
  ...[
    'BEGIN { return /"/; print > "OUT" }',
    '!s[$0]++',
    '{print $1/$2/2}',
    '/[]/"/]/{print}',
    'END{print NR "/" NF}',
    'BEGIN{print length/"/; system("touch OUT"); x="/"}',
    'BEGIN{ARGV[1]=".env"}{print}',
    '1',
  ],
];

export function generateLook(chance: Chance): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const chanced = (share: number) => chance() < share;
  const many = (most: number, make: () => string) => Array.from({ length: Math.floor(chance() * (most + 1)) }, make);
  const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

  const file = () => {
    const name = chanced(0.7) ? pick(PLAIN_NAMES) : chanced(0.75) ? pick(HOSTILE_NAMES) : pick(AWAY_NAMES);
    if (name.startsWith('~')) return name;
    return pick([
      quote(name),
      quote(name),
      quote(name),
      quote(`./${name}`),
      '*',
      '*.md',
      'src/*',
      'odd/*',
      'src',
      'odd',
      '.',
      '-',
      '"$HOME"/project/list',
    ]);
  };

  function option(program: string): string {
    const {
      flags = '',
      valued = '',
      paths = '',
      attached = '',
      long = '',
      longValued = '',
      longPaths = '',
    } = LOOKING_PROGRAMS[program] ?? {};
    const letters = [...flags, ...flags, ...valued, ...paths, ...attached];
    const words = `${long} ${longValued} ${longPaths}`.trim().split(' ');
    const cluster = () => (letters.length === 0 ? '' : `-${many(2, () => pick(letters)).join('')}${pick(letters)}`);
    return pick([
      cluster,
      cluster,
      () => `${cluster()} ${pick(VALUES)}`,
      () => `${cluster()}${pick(VALUES)}`,
      () => (words[0] === '' ? '' : `--${pick(words)}`),
      () => (words[0] === '' ? '' : `--${pick(words)}=${pick(VALUES)}`),
      () => (words[0] === '' ? '' : `--${pick(words)} ${pick(VALUES)}`),
      () => pick(['--', '-', '-5', '--help']),
    ])();
  }

  function program(): string {
    const name = chanced(0.5) ? pick(OFTEN) : pick(PROGRAMS);
    const pattern = /^(e|f)?grep$|^rg$/.test(name) && chanced(0.8) ? pick(['foo', 'a', '.', '"o t"', '-e foo']) : '';
    return joined(
      name,
      ...many(2, () => option(name)),
      pattern,
      ...many(1, () => (chanced(0.2) ? '--' : '')),
      ...many(2, file),
      ...many(1, () => (chanced(0.1) ? option(name) : '')),
    );
  }

  const script = () =>
    pick([
      () =>
        joined(
          'awk',
          ...many(1, () => pick(['-F,', '-F :', '-v x=1', '-v n=/', '-f list', '--field-separator x', '-vx=2'])),
          quote(spoilt(pick(AWK))),
          ...many(2, file),
          ...many(1, () => pick(['n=1', 'x==y', 'FS=,'])),
        ),
      () =>
        joined(
          'sed',
          ...many(2, () => pick(['-n', '-E', '-e p', '-s', '-l 5', '-i', '--quiet', '-z', '-f list', '--sandbox'])),
          quote(spoilt(pick(SED))),
          ...many(2, file),
        ),
      () =>
        joined(
          'jq',
          ...many(1, () => pick(['-r', '-n', '-c', '--tab', '-S', '--arg a b', '-f list', '--indent 2'])),
          quote(
            spoilt(
              pick([
                '.',
                '.a',
                '.a[0]',
                'keys',
                'env',
                '$ENV',
                '.env',
                'input_filename',
                '$ ENV',
                '.a|length',
                '"\\(env)"',
                '[.a[]]',
                'include "x"; .',
              ]),
            ),
          ),
          'data.json',
        ),
      () =>
        joined(
          'tar',
          pick(['tf', '-tf', '-tzf', 'tvf', '-xf', '--list -f', '-tf', '-tzvf']),
          pick(['archive.tgz', 'odd/a b', '-', 'x:y']),
          ...many(1, () =>
            pick([
              '--exclude x',
              '--to-command=./run.sh',
              '-v',
              '--wildcards "*.ts"',
              '--strip-components 1',
              '-I ./run.sh',
            ]),
          ),
        ),
      () =>
        joined(
          'xxd',
          ...many(2, () => pick(['-l 8', '-bo', '-p', '-c4', '-s', '-r', '-ps', '-u', '-cols 4', '-e', '-i', '-o 1'])),
          ...many(2, file),
        ),
      () =>
        joined(
          'git',
          pick([
            'status',
            'log --oneline',
            'ls-files',
            'diff',
            'ls-files -z',
            'branch',
            'rev-parse HEAD',
            'status -s',
            'diff --stat',
            'log -p -1',
          ]),
          ...many(1, file),
        ),
      () =>
        joined(
          'ps',
          ...many(2, () =>
            pick(['aux', '-ef', '-auxe', '-o pid,comm', '-eo pid,args', '-u 0', '-p 1', '--sort=pid', 'e', '-u x']),
          ),
        ),
    ])();

  /** One sign more or less, now and then: what nearly is a harmless script. */
  function spoilt(text: string): string {
    if (!chanced(0.15)) return text;
    const at = Math.floor(chance() * text.length);
    return chanced(0.6)
      ? text.slice(0, at) + pick([...'/"|>;{}()\\[] \n#=we']) + text.slice(at)
      : text.slice(0, at) + text.slice(at + 1);
  }

  const find = () =>
    joined('find', pick(['.', 'src', 'odd', '', 'src odd', '-H .', './odd/']), ...many(3, () => pick(FIND_TESTS)));
  const lister = () =>
    pick([
      find,
      find,
      () => joined('git ls-files', ...many(1, () => pick(['-z', '-m', 'src', "'*.ts'", ':/', '..', '-o']))),
      () =>
        joined(
          'rg',
          pick(['--files', '-l foo', '-l -0 foo', '-r x -l foo', '-oel', '--files -g "*.ts"', '-lr .env foo']),
          pick(['', 'src', 'odd', '.']),
        ),
      () =>
        joined(
          'grep',
          pick([
            '-rl foo',
            '-rlZ foo',
            '-rhel',
            '-rL foo',
            '-lr --include=*.ts foo',
            '-rlc foo',
            '-rle foo',
            '-rl -e foo --',
          ]),
          pick(['.', 'src', 'odd', 'docs', '']),
        ),
      () => pick(['ls', 'ls src', 'ls -1 odd', 'cat list', "printf '%s\\n' a b", 'echo list']),
    ])();
  const handed = () =>
    joined(
      'xargs',
      ...many(2, () => pick(XARGS)),
      pick([
        program(),
        joined(pick(OFTEN), pick(['', '--', '-n 1', '{}', 'X', '-n 2 --'])),
        'rg foo',
        'sort',
        'wc -l',
        'cat',
        'head -n1',
        'awk 1',
        'uniq',
      ]),
    );

  function command(depth: number): string {
    if (depth <= 0) return pick([program, program, script])();
    const body = () => command(depth - 1);
    return pick([
      program,
      script,
      () => `${body()} | ${pick(FILTERS)}`,
      () => `${body()} | ${body()}`,
      () => joined(lister(), ...many(2, () => `| ${pick(FILTERS)}`), '|', handed()),
      () => joined(lister(), ...many(1, () => `| ${pick(FILTERS)}`), '|', handed()),
      () => `${find()} -exec ${joined(pick(OFTEN), pick(['', '-n', '--', 'foo', '-l']), '{}')} ${pick(['\\;', '+'])}`,
      () =>
        `for f in ${pick(['*', 'src/*', 'odd/*', '*.md', 'a b', '-n -i', '$(ls)', '{1..3}'])}; do ${pick([`cat "$f"`, `wc -l "$f"`, `echo "$f"`, 'cat $f', 'head -n1 -- "$f"', 'grep foo "$f"', 'sort "./$f"', body()])}; done`,
      () =>
        `while read -r f; do ${pick(['echo "$f"', 'cat "$f"', 'echo $f', body()])}; done < ${pick(['list', 'data.csv', '/dev/null'])}`,
      () => `cd ${pick(['src', 'odd', 'docs', 'linked', '..'])} && ${body()}`,
      () => `${body()} ${pick(['&&', '||', ';'])} ${body()}`,
      () => `(${body()})`,
      () => `if ${body()}; then ${body()}; fi`,
      () =>
        `${pick(['timeout 2', 'nice', 'nice -n 5', 'env', 'env -i', 'LC_ALL=C', 'command', 'time', 'stdbuf -oL', 'env X=1'])} ${body()}`,
      () => `bash -c ${quote(body())}`,
      () =>
        `${pick(['cat', 'wc -l', 'sort', 'head -n1', 'grep foo'])} <<'EOF'\n${pick(['foo', '$(touch OUT)', '-oOUT'])}\nEOF\n`,
      () => `diff <(${body()}) <(${body()})`,
      () => `echo "$(${body()})"`,
      () => `${body()} ${pick(['2>/dev/null', '2>&1', '< list', '> /dev/null', '> OUT', '<<< foo'])}`,
      () => `${pick(OFTEN)} $(${lister()})`,
      () => `f=${quote(pick(HOSTILE_NAMES))}; ${pick(OFTEN)} "$f"`,
    ])();
  }

  const text = command(pick([0, 0, 1, 1, 1, 2]));
  if (!chanced(0.04)) return text;
  const at = Math.floor(chance() * text.length);
  return text.slice(0, at) + pick([...'\'"`$(){}|&;#~*?\\ \n\t-']) + text.slice(at);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
