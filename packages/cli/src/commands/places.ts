/** What `--history` is for where a history is read. */
export const LOOKED_FOR = 'look for names in this folder of histories, too';
