/** What other manifests than package.json say: the language, its package manager, and the commands that follow from them. Pure. */
import type { Looked } from './looked.ts';

/** `commands`: each with what it does. */
export type OtherProject = {
  readonly says: string;
  readonly commands: readonly (readonly [command: string, does: string])[];
};

export function otherProjects(looked: Looked): readonly OtherProject[] {
  return [
    python(looked),
    rust(looked),
    go(looked),
    php(looked),
    ruby(looked),
    maven(looked),
    elixir(looked),
    make(looked),
  ].flatMap((each) => each ?? []);
}

const PYTHON_LOCKS: readonly (readonly [file: string, manager: string, install: string, runs: string])[] = [
  ['uv.lock', 'uv', 'uv sync', 'uv run '],
  ['poetry.lock', 'Poetry', 'poetry install', 'poetry run '],
  ['pdm.lock', 'PDM', 'pdm install', 'pdm run '],
  ['Pipfile.lock', 'Pipenv', 'pipenv install --dev', 'pipenv run '],
];
/** As they stand in a list of dependencies. */
const PYTHON_FRAMEWORKS: { readonly [name: string]: string } = {
  django: 'Django',
  flask: 'Flask',
  fastapi: 'FastAPI',
  sqlalchemy: 'SQLAlchemy',
  pydantic: 'pydantic',
  pytest: 'pytest',
  ruff: 'Ruff',
  mypy: 'mypy',
};

function python({ entries, texts }: Looked): OtherProject | null {
  const manifest = ['pyproject.toml', 'requirements.txt'].flatMap((file) => texts.get(file) ?? []).join('\n');
  if (manifest === '' && !entries.includes('setup.py')) return null;
  const lock = PYTHON_LOCKS.find(([file]) => entries.includes(file));
  const [file, manager, install = 'pip install -r requirements.txt', runs = ''] = lock ?? [];
  const found = Object.entries(PYTHON_FRAMEWORKS).filter(([name]) => new RegExp(`\\b${name}\\b`, 'i').test(manifest));
  const has = (name: string) => found.some(([each]) => each === name);
  const by = manager === undefined ? '' : ` with ${manager} (\`${file}\`)`;
  const frameworks = found.length === 0 ? '' : `: ${found.map(([, called]) => called).join(', ')}`;
  return {
    says: `Python${by}${frameworks}`,
    commands: [
      ...(lock !== undefined || entries.includes('requirements.txt')
        ? [[install, 'installs what it needs'] as const]
        : []),
      ...(has('pytest') ? [[`${runs}pytest`, 'runs the tests'] as const] : []),
      ...(has('ruff') ? [[`${runs}ruff check`, 'checks the code'] as const] : []),
      ...(has('mypy') ? [[`${runs}mypy .`, 'checks the types'] as const] : []),
    ],
  };
}

function rust({ texts }: Looked): OtherProject | null {
  const manifest = texts.get('Cargo.toml');
  if (manifest === undefined) return null;
  const kind = /^\[workspace\]/m.test(manifest) ? ', a workspace' : '';
  return {
    says: `Rust with Cargo${kind}`,
    commands: [
      ['cargo build', 'builds it'],
      ['cargo test', 'runs the tests'],
      ['cargo clippy', 'checks the code'],
      ['cargo fmt', 'formats the code'],
    ],
  };
}

function go({ texts }: Looked): OtherProject | null {
  const manifest = texts.get('go.mod');
  if (manifest === undefined) return null;
  const version = /^go\s+(\S+)/m.exec(manifest)?.[1];
  return {
    says: `Go${version === undefined ? '' : ` ${version}`}`,
    commands: [
      ['go build ./...', 'builds it'],
      ['go test ./...', 'runs the tests'],
      ['go vet ./...', 'checks the code'],
    ],
  };
}

function php({ texts }: Looked): OtherProject | null {
  if (!texts.has('composer.json')) return null;
  return { says: 'PHP with Composer', commands: [['composer install', 'installs what it needs']] };
}

function ruby({ texts }: Looked): OtherProject | null {
  const manifest = texts.get('Gemfile');
  if (manifest === undefined) return null;
  const frameworks = [/['"]rails['"]/.test(manifest) && 'Rails', /['"]rspec/.test(manifest) && 'RSpec'].filter(Boolean);
  return {
    says: `Ruby with Bundler${frameworks.length === 0 ? '' : `: ${frameworks.join(', ')}`}`,
    commands: [['bundle install', 'installs what it needs']],
  };
}

function maven({ texts }: Looked): OtherProject | null {
  if (!texts.has('pom.xml')) return null;
  return { says: 'Java with Maven', commands: [['mvn verify', 'builds it and runs the tests']] };
}

function elixir({ texts }: Looked): OtherProject | null {
  if (!texts.has('mix.exs')) return null;
  return {
    says: 'Elixir with Mix',
    commands: [
      ['mix deps.get', 'installs what it needs'],
      ['mix test', 'runs the tests'],
    ],
  };
}

const TARGETS_MAX = 12;

function make({ texts }: Looked): OtherProject | null {
  const [file, runs] = texts.has('Makefile') ? ['Makefile', 'make'] : ['justfile', 'just'];
  const text = texts.get(file);
  if (text === undefined) return null;
  const targets = [...text.matchAll(/^([A-Za-z][\w-]*)[^\n:=]*:(?!=)/gm)].map(([, target = '']) => target);
  const commands = [...new Set(targets)]
    .slice(0, TARGETS_MAX)
    .map((target) => [`${runs} ${target}`, `a target of \`${file}\``] as const);
  return { says: `\`${file}\``, commands };
}
