/** `git status` in words: what `--porcelain=v2 --branch -z` prints, sorted by what can be done about it. */
import { shownName } from './paths.ts';

export type GitStatus = {
  readonly text: string;
  readonly changes: number;
};

const KINDS: { readonly [letter: string]: string } = {
  M: 'modified',
  T: 'type changed',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
};
const CONFLICTS: { readonly [letters: string]: string } = {
  DD: 'deleted by both',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'added by both',
  UU: 'modified by both',
};

/** Total: a record that is not known is left out. */
export function readStatus(porcelain: string): GitStatus {
  const head = new Map<string, string>();
  const groups = {
    conflicts: [] as string[],
    staged: [] as string[],
    'not staged': [] as string[],
    untracked: [] as string[],
  };
  const records = porcelain.split('\0');
  for (let at = 0; at < records.length; at++) {
    const record = records[at] ?? '';
    const fields = record.split(' ');
    const pathFrom = (index: number) => shownName(fields.slice(index).join(' '));
    const [inIndex = '.', inFiles = '.'] = fields[1] ?? '';
    switch (fields[0]) {
      case '#':
        head.set(fields[1] ?? '', fields.slice(2).join(' '));
        break;
      case '1':
      case '2': {
        const origin = fields[0] === '2' ? `${shownName(records[++at] ?? '')} -> ` : '';
        const path = origin + pathFrom(fields[0] === '2' ? 9 : 8);
        if (inIndex !== '.') groups.staged.push(`${KINDS[inIndex] ?? inIndex}: ${path}`);
        if (inFiles !== '.') groups['not staged'].push(`${KINDS[inFiles] ?? inFiles}: ${path}`);
        break;
      }
      case 'u':
        groups.conflicts.push(`${CONFLICTS[fields[1] ?? ''] ?? 'in conflict'}: ${pathFrom(10)}`);
        break;
      case '?':
        groups.untracked.push(pathFrom(1));
        break;
    }
  }
  const parts = Object.entries(groups).filter(([, paths]) => paths.length > 0);
  const lines = parts.flatMap(([name, paths]) => [`${name}:`, ...paths.map((path) => `  ${path}`)]);
  const changes = parts.reduce((sum, [, paths]) => sum + paths.length, 0);
  return { text: [branchLine(head), ...(changes === 0 ? ['nothing has changed'] : lines)].join('\n'), changes };
}

function branchLine(head: ReadonlyMap<string, string>): string {
  const branch = head.get('branch.head') ?? '';
  const commit = head.get('branch.oid') ?? '';
  const at = branch === '(detached)' ? `no branch (detached at ${commit.slice(0, 10)})` : `branch ${branch}`;
  if (commit === '(initial)') return `${at}, no commits yet`;
  const upstream = head.get('branch.upstream');
  const [ahead = '', behind = ''] = (head.get('branch.ab') ?? '').split(' ');
  if (upstream === undefined) return at;
  if (ahead === '') return `${at}, which follows ${upstream} (gone)`;
  return `${at}, which follows ${upstream} (${ahead.slice(1)} ahead, ${behind.slice(1)} behind)`;
}
