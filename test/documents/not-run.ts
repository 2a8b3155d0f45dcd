/** The commands of the pages that are not carried out as they stand, each with its reason. All others are. */

/** They are held against the tree of commands, where they are Tagma's. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run demo': 'builds; test/demo.test.ts carries it out',
  'npm test': 'this is it',
  'npm install --global ./dist/packages/tagma-0.1.0.tgz': '.ci/run carries it out',
  'npm install ./dist/packages/tagma-*-0.1.0.tgz': 'packages/build/test/packed.test.ts does as much, without a network',
  'npm install --save-dev PATH/TO/CLONE/dist/packages/tagma-*-0.1.0.tgz': 'likewise',
  'npm test -- packages/testing/test/mine.test.ts': 'this is it',
  'node dist/tagma.js demo --screen': 'a full screen: test/demo-screen.test.ts',
  'tagma --inline': 'draws on a terminal: test/inline.test.ts',
  'tagma view SESSION': 'a full screen: test/view.test.ts',
  'tagma view SESSION OTHER': 'a full screen: test/view.test.ts',
  'tagma logs -f': 'until it is stopped: test/logs.test.ts',
  'tagma endpoint --fault drop@400 --times 2': 'until it is stopped: test/fault-command.test.ts',
  'tagma endpoint --fault 429-retry-after --times 3': 'until it is stopped: test/fault-command.test.ts',
  'tagma endpoint --port 8099 SCRIPT.xml &': 'until it is stopped, on a port that may be taken: test/step-live.test.ts',
  'tagma config edit': 'opens an editor: test/config-command.test.ts',
  'tagma config set providers.deepseek.key': 'asks for a key: test/config-command.test.ts',
  'llama-server -m model.gguf -c 32768 --port 8080': 'not ours',
  'vllm serve MODEL --max-model-len 32768': 'not ours',
  'OLLAMA_CONTEXT_LENGTH=32768 ollama serve': 'not ours',
  'ollama pull qwen3:8b': 'not ours',
  'lms load MODEL --context-length 32768': 'not ours',
  'lms server start': 'not ours',
};

const ANSWER = '-p hello';

/** What is added to those that would open a screen, or ask: the rest of them is carried out as it stands. */
export const ADDED: Readonly<Record<string, string>> = {
  'tagma -c': ANSWER,
  'tagma resume': ANSWER,
  'tagma resume 0a1b2c': ANSWER,
  'tagma fork 0a1b2c --at turn:2 --model deepseek': ANSWER,
  'tagma --max-cost 1': ANSWER,
  'tagma --max-tokens-total 500000': ANSWER,
  'tagma --max-prompt-cost 0.2': ANSWER,
  'tagma --model llamacpp': ANSWER,
  'tagma --model vllm:MODEL': ANSWER,
  'tagma --model ollama:qwen3:8b': ANSWER,
  'tagma --model lmstudio:MODEL': ANSWER,
  'tagma --model deepseek': ANSWER,
  'tagma --model openrouter:deepseek/deepseek-v4-flash': ANSWER,
  'tagma sessions delete a1b2c3': '--yes',
};

/** Those that end otherwise than with 0. */
export const EXIT_CODES: Readonly<Record<string, readonly [code: number, why: string]>> = {
  "tagma -p 'run `git push --force`' --mode trust --trust-folder": [3, 'a hook denies it, which is what is shown'],
  'tagma tool issue --params \'{"number": 0}\' --allow Issue': [1, 'the parameter is wrong, which is what is shown'],
  'tagma config set mode plam': [2, 'there is no such mode, which is what is shown'],
  'tagma -c -p': [2, 'no turn was left in the session before'],
};
