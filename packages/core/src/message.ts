/** What the endpoint is sent: the system prompt, then user and assistant in turn. */
export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };
