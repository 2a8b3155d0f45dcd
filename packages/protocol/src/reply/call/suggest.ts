/** Which tool a model meant that asked for one that is not there. */
import { editDistance } from '../../edit-distance.ts';

/** What other agents call these tools; a model that was trained on them asks for theirs. */
const OTHER_NAMES: { readonly [name: string]: string } = {
  execute_command: 'bash',
  run_command: 'bash',
  run_terminal_cmd: 'bash',
  run_shell_command: 'bash',
  shell: 'bash',
  terminal: 'bash',
  exec: 'bash',
  read_file: 'read',
  view: 'read',
  cat: 'read',
  open_file: 'read',
  write_file: 'write',
  write_to_file: 'write',
  create_file: 'write',
  save_file: 'write',
  edit_file: 'edit',
  replace_in_file: 'edit',
  str_replace: 'edit',
  str_replace_editor: 'edit',
  apply_diff: 'edit',
  search_files: 'grep',
  search: 'grep',
  ripgrep: 'grep',
  find: 'glob',
  find_files: 'glob',
  list_files: 'ls',
  list_directory: 'ls',
  list_dir: 'ls',
  multiedit: 'edit',
  apply_patch: 'edit',
  fetch_url: 'fetch',
  webfetch: 'fetch',
  web_fetch: 'fetch',
  http_request: 'fetch',
  ask_followup_question: 'ask',
  ask_user: 'ask',
  question: 'ask',
  write_todos: 'todo',
  update_todo_list: 'todo',
};

/** The offered tool that the name is nearest to: by other agents' names, then by spelling; null where none is near. */
export function nearestTool(name: string, offered: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const known = Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : undefined;
  if (known && offered.includes(known)) return known;
  const near = offered
    .map((tool) => ({ tool, distance: distanceTo(lower, tool) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(2, near.tool.length / 2) ? near.tool : null;
}

function distanceTo(name: string, tool: string): number {
  if (name.startsWith(tool)) return 0;
  return name.includes(tool) ? 1 : editDistance(name.slice(0, 40), tool);
}
