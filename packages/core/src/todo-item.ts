/** A step of the model's list: plain data. */
export const TODO_STATUSES = ['open', 'doing', 'done'] as const;

/** One line of the model's list of things to do. */
export type TodoItem = { readonly text: string; readonly status: (typeof TODO_STATUSES)[number] };
