export type { Environment } from './environment.ts';
export type { Role } from './roles.ts';
