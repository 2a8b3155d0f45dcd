/** Takes the exit code of what was carried out. */
export type Exit = (code: number) => void;
