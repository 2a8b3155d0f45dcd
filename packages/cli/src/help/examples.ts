/** Examples of every command: for its help and for the manual page. Each is a line for a shell, with what it is for. */

export type Example = readonly [line: string, about?: string];

/** By the names of the command after `tagma`, with blanks between; '' for `tagma` itself. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['tagma --endpoint http://127.0.0.1:8080/v1 "fix the failing test"'],
    ['tagma -p "what does this project do?" --mode plan'],
    ['npm test 2>&1 | tagma -p "why does this fail?"'],
    ['TAGMA_ENDPOINT=http://127.0.0.1:11434/v1 TAGMA_MODEL=qwen3 tagma'],
    ['DEEPSEEK_API_KEY=… tagma --model deepseek'],
    ['tagma models'],
    ['tagma demo'],
    ['tagma -c', 'goes on with the newest session of this folder'],
    ['tagma -r', 'lets you choose one'],
    ['tagma replay SESSION.xml'],
    ['tagma -p "is the build green?" --output-format json | jq -r .result', 'for a script'],
  ],
  serve: [
    ['tagma serve --stdio --cwd project', 'started by the program that works with it'],
    ['tagma serve --stdio --resume 3f9a1c --mode accept-edits'],
  ],
  resume: [
    ['tagma resume', 'you choose; without a terminal the newest'],
    ['tagma resume 3f9a1c "and now the tests"', 'a piece of its name is enough'],
    ['tagma resume 3f9a1c -p', 'ends the turn that was left'],
  ],
  fork: [
    ['tagma fork 3f9a1c --list', 'where its prompts begin'],
    ['tagma fork 3f9a1c --at turn:2', 'goes on from right before the second'],
    ['tagma fork 3f9a1c --worktree -p "the other way"', 'beside the repository, so that both can be compared'],
  ],
  'sessions list': [
    ['tagma sessions', 'those of this project'],
    ['tagma sessions --all --limit 20', 'of all projects'],
  ],
  'sessions search': [['tagma sessions search "connection refused"'], ['tagma sessions search -E "TODO|FIXME" --all']],
  'sessions show': [['tagma sessions show 3f9a1c']],
  'sessions delete': [['tagma sessions delete 3f9a1c --yes', 'with its outputs']],
  view: [
    ['tagma view 3f9a1c', '? shows the keys'],
    ['tagma view SESSION.xml OTHER.xml', 'side by side, where they part'],
  ],
  replay: [
    ['tagma replay 3f9a1c', 'exits 0 where every byte is the same'],
    ['tagma replay 3f9a1c --show --speed 4x', 'as it was seen, four times as fast'],
  ],
  audit: [
    ['tagma audit 3f9a1c'],
    ['tagma audit *.xml --json'],
    ['tagma audit SESSION.xml --html -o report.html'],
    ['tagma audit SESSION.xml --seal --key key.pem'],
  ],
  diff: [['tagma diff SESSION.xml OTHER.xml']],
  query: [
    [`tagma query 3f9a1c '//event[@type="tool.ended"]/outcome[status="error"]'`],
    ['tagma query 3f9a1c //event --count'],
  ],
  step: [
    ['tagma step 3f9a1c', 'event by event'],
    ['tagma step --live "fix the failing test"', 'each event is held until it is let go'],
  ],
  rerun: [
    ['tagma rerun SESSION.xml --model deepseek', 'the same prompts to another model'],
    ['tagma rerun SESSION.xml --worktree', 'the same replies with real tools: where the environment differs'],
    ['tagma rerun SESSION.xml --model qwen3 --tools recorded'],
  ],
  testify: [['tagma testify 3f9a1c --out login.test.mjs'], ['tagma testify 3f9a1c --runner node']],
  export: [
    ['tagma export 3f9a1c > session.md'],
    ['tagma export 3f9a1c --format html -o session.html'],
    ['tagma export 3f9a1c --format xml --take-out outputs -o short.xml'],
  ],
  models: [
    ['tagma models', 'those that can be chosen here'],
    ['tagma models http://127.0.0.1:11434/v1', 'asks that server'],
  ],
  doctor: [
    ['tagma doctor', 'the server that a run would take'],
    ['tagma doctor http://127.0.0.1:8080/v1 --write', 'keeps what was found out in the configuration'],
  ],
  endpoint: [['tagma endpoint script.xml --port 8080'], ['tagma endpoint --fault cut-off --times always']],
  tool: [
    [`tagma tool read --params '{"path":"README.md"}'`],
    [`tagma tool bash --mode trust --params '{"command":"npm test"}'`],
  ],
  permit: [
    ["tagma permit 'git push --force'", 'and why'],
    ['tagma permit --replay SESSION.xml --rules .tagma/permissions.jsonc', 'what these rules would have changed'],
  ],
  tools: [['tagma tools'], ['tagma tools --format json > tools.json', 'for tagma parse --tools']],
  parse: [['tagma parse --explain < reply.txt', 'what was recognised on which line']],
  observe: [['npm test 2>&1 | tagma observe --tool bash --status error']],
  grammar: [['tagma grammar > tagma.gbnf'], ['tagma grammar --format ebnf']],
  machine: [['tagma machine'], ['tagma machine --main'], ['tagma machine --format svg > machine.svg']],
  demo: [
    ['tagma demo', 'with a scripted model'],
    ['tagma demo --screen'],
    ['TAGMA_ENDPOINT=http://127.0.0.1:8080/v1 tagma demo', 'the same task with yours'],
  ],
  setup: [['tagma setup', 'nothing is written before you agree at the end']],
  init: [['tagma init --print', 'what it would write'], ['tagma init']],
  keys: [['tagma keys']],
  completion: [['source <(tagma completion bash)', 'for this shell alone']],
  manual: [['tagma manual | man -l -']],
  logs: [
    ['tagma logs'],
    ['tagma logs --session 3f9a1c --level error', 'what went wrong in one session'],
    ['tagma logs -f', 'what is written now, beside a session with --debug'],
  ],
  'config list': [
    ['tagma config', 'what is set, and where'],
    ['tagma config list --all', 'what holds without a word too'],
  ],
  'config get': [['tagma config get limits.turns']],
  'config set': [
    ['tagma config set mode plan'],
    ['tagma config set --project limits.cost 0.5', 'for all who work on it'],
    ['tagma config set providers.deepseek.key', 'asks for the key, and keeps it'],
  ],
  'config unset': [['tagma config unset mode']],
  'config path': [['tagma config path --local']],
  'config edit': [['tagma config edit --project']],
  'config schema': [
    ['tagma config schema > config.schema.json'],
    ['tagma config schema --permissions > permissions.schema.json'],
  ],
};
