/** Is anything there, does it take the key, and which models does it list? */
import { listModels } from '@tagma/endpoint';
import type { Finding } from './finding.ts';
import type { Probe } from './probe.ts';

/** How many names are shown. */
const NAMES_MAX = 5;
/** A fault of these kinds says that nothing answers there, or nothing that speaks this language. */
const UNREACHED = ['network', 'timeout'];

export async function reach({ patient, signal, timeoutMs }: Probe): Promise<readonly Finding[]> {
  const { server, model } = patient;
  const begun = performance.now();
  const listed = await listModels({ ...server, limits: { ...server.limits, wholeMs: timeoutMs } }, signal);
  const ms = Math.round(performance.now() - begun);
  if (listed.ok) return [{ row: 'server', holds: 'yes', says: `answers in ${ms} ms` }, modelsRow(listed.models, model)];

  const { fault } = listed;
  const advice = `${fault.message} ${fault.advice}`;
  if (UNREACHED.includes(fault.kind)) return [{ row: 'server', holds: 'failed', says: advice }];
  const reached: Finding = { row: 'server', holds: 'yes', says: `answers in ${ms} ms` };
  if (fault.kind === 'auth') return [reached, { row: 'key', holds: 'failed', says: advice }];
  return [
    reached,
    {
      row: 'models',
      holds: 'no',
      says: `it does not list them (${fault.status ?? fault.kind})`,
      off: 'tagma models, and finding the only model: name one with --model',
    },
  ];
}

function modelsRow(models: readonly string[], model: string): Finding {
  const names = `${models.slice(0, NAMES_MAX).join(', ')}${models.length > NAMES_MAX ? ', …' : ''}`;
  if (models.includes(model)) return { row: 'models', holds: 'yes', says: `${models.length}: ${names}` };
  // Some list only part of what they have, or know a model under several names.
  return {
    row: 'models',
    holds: 'unknown',
    says: `"${model}" is not among the ${models.length} listed: ${names}`,
  };
}
