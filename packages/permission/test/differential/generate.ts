// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell variables
/** Shell commands by chance: of a grammar, with the quoting, spacing and noise in which a parser can lose its way. */

import type { Chance } from '../../../../test/chance.ts';

const PROGRAMS =
  'ls cat echo grep head wc sort find git sed awk rm touch cp npm node prog1 prog2 ./run src/tool cd test printf xargs true tee'.split(
    ' ',
  );
const WORDS =
  'a b.txt src/a.ts -l -n 5 --all x=y "q r" \'s t\' e\\ f $X "$X" ${X} ${X:-d} *.ts ? ~ ~/x {a,b} {1..3} $? $((1+2)) $\'n\\t\' "" . .. -- [ ] ! = -f'.split(
    /(?<!\\| q|'s|"q) (?!r"|t')/,
  );
const TARGETS = 'out.txt "o p" /dev/null src/x \'q\' o\\ut $X ../up'.split(/(?<!"o) (?!p")/);
const NOISE = [...'\'"`$(){}[]<>|&;#!~*?=\\ \n\t-a1'];

export function generate(chance: Chance): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const chanced = (share: number) => chance() < share;
  const gap = () => pick([' ', ' ', ' ', ' ', '  ', '\t', ' \\\n']);
  const many = (most: number, make: () => string) => Array.from({ length: Math.floor(chance() * (most + 1)) }, make);
  /** A here-document ends its line: what follows needs no separator. */
  const end = (text: string, separator: string) => (text.endsWith('\n') ? text : text + separator);

  function quoted(name: string): string {
    const at = 1 + Math.floor(chance() * Math.max(name.length - 1, 1));
    const [head, tail] = [name.slice(0, at), name.slice(at)];
    return pick([
      name,
      name,
      name,
      name,
      `'${name}'`,
      `"${name}"`,
      `${head}""${tail}`,
      `${head}'${tail}'`,
      `\\${name}`,
      `${head}\\\n${tail}`,
      `$'${name}'`,
    ]);
  }

  function word(depth: number): string {
    if (depth <= 0 || chanced(0.75)) return pick(WORDS);
    const inner = list(depth - 2);
    return pick([
      `$(${inner})`,
      `"$(${inner})"`,
      `<(${inner})`,
      `\${X:-$(${inner})}`,
      `"a\${X:+$(${inner})}b"`,
      `\`${pick(PROGRAMS)} a\``,
      `"\`${pick(PROGRAMS)}\`"`,
      `pre$(${inner})post`,
    ]);
  }

  function redirect(): string {
    return pick(['> ', '>', '>>', '<', '2>', '&>', '>|', '2>> ']) + pick(TARGETS);
  }

  function simple(depth: number): string {
    const parts = [
      ...many(1, () => (chanced(0.3) ? pick(['X=1', 'LC_ALL=C', 'A="b c"', `Y=$(${quoted(pick(PROGRAMS))})`]) : '')),
      ...many(1, () =>
        chanced(0.3) ? pick(['timeout 5', 'nice', 'command', 'env', 'env B=1', 'nohup', '! ', 'time']) : '',
      ),
      ...many(1, () => (chanced(0.15) ? redirect() : '')),
      chanced(0.96) ? quoted(pick(PROGRAMS)) : pick(['$X', '"$X"', '$(echo ls)']),
      ...many(3, () => word(depth)),
      ...many(1, () => (chanced(0.4) ? pick([redirect(), '2>&1', '>&2', `<<< ${word(depth)}`]) : '')),
      ...many(1, () => (chanced(0.3) ? word(depth) : '')),
    ].filter((part) => part !== '');
    const text = parts.join(gap());
    if (!chanced(0.08)) return text;
    const [mark, close] = pick([
      ['EOF', 'EOF'],
      ["'EOF'", 'EOF'],
      ['"E"', 'E'],
      ['\\E', 'E'],
    ] as const);
    return `${text} <<${pick(['', ' '])}${mark}\n${pick(['plain', `$(${pick(PROGRAMS)} x)`, '$X `ls`', 'a; rm b', "it's", ''])}\n${close}\n`;
  }

  function command(depth: number): string {
    if (depth <= 0 || chanced(0.55)) return simple(depth);
    const body = () => end(list(depth - 1), pick(['; ', ';', '\n']));
    return pick([
      () => `(${gap()}${list(depth - 1)})`,
      () => `{ ${body()}}`,
      () => `if ${body()}then ${body()}fi`,
      () => `if ${body()}then ${body()}else ${body()}fi`,
      () => `for f in ${word(depth)} ${word(depth)}; do ${body()}done`,
      () => `for f in a b\ndo ${end(simple(0), ';')} cat "$f"; done`,
      () => `while read -r l; do ${body()}done`,
      () => `while ${body()}do ${body()}done`,
      () => `case ${word(depth)} in a|b) ${list(depth - 1)}\n;; *) ${list(depth - 1)}\n;; esac`,
      () => `[[ ${word(0)} == ${word(0)} && -f x ]]`,
      () => `fn() { ${body()}}`,
      () => `(${list(depth - 1)}) ${redirect()}`,
      () => `{ ${body()}} 2>&1`,
    ])();
  }

  function list(depth: number): string {
    let text = command(depth);
    for (const _ of many(2, () => '')) {
      const separator = pick([
        ' && ',
        ' || ',
        '; ',
        ';',
        '\n',
        ' | ',
        '|',
        ' |& ',
        ' & ',
        '&',
        ' # rem\n',
        '&&\n',
        ' |\n',
      ]);
      text = text.endsWith('\n') ? text + command(depth) : text + separator + command(depth);
    }
    return text;
  }

  const text = list(pick([1, 2, 3]));
  if (!chanced(0.15)) return text;
  const at = Math.floor(chance() * text.length);
  return chanced(0.7) ? text.slice(0, at) + pick(NOISE) + text.slice(at) : text.slice(0, at) + text.slice(at + 1);
}
