/** The texts that the model is given where a program brings none of its own. */
import type { ToolSpec } from '@tagma/protocol';

export function defaultPrompt(tools: readonly ToolSpec[]): string {
  return `${FORM}\n\nTools (a ? marks a parameter that may be left out):\n${tools.map(described).join('\n')}`;
}

const FORM = `You answer the user's question through tools. Write every reply in this form:

<thought>why the next step is the right one</thought>
<action tool="NAME"><PARAMETER>value</PARAMETER></action>

A tool without named parameters takes its input as it stands between the tags of the action. After your actions you are sent one <observation> for each; never write one yourself. When you know the answer, finish instead:

<final>the answer</final>`;

function described({ name, description, body, parameters }: ToolSpec): string {
  const about = description === '' ? '' : `: ${description}`;
  const params = Object.entries(parameters.properties).map(([param, schema]) => {
    const mark = parameters.required?.includes(param) ? '' : '?';
    return `<${param}>${mark} ${schema.description ?? ''}`.trimEnd();
  });
  const isText = body !== undefined && params.length === 1;
  return [`- ${name}${about}`, ...(isText ? [] : params)].join('\n');
}

/** The slots are filled by the machine. */
export const CORRECTION = `Your last reply could not be taken: {{problem}}
Write it again, as an <action tool="NAME"> or as a <final>, with nothing before or after.`;
export const REPAIR =
  'your reply was understood after repair ({{repairs}}); write actions like this: <action tool="NAME"><PARAMETER>value</PARAMETER></action>';
export const SUMMARY = 'Sum up the conversation in one <summary>, so that the work can go on without it. {{focus}}';
