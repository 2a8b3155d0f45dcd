/** Completions for bash, from 3.2 on (macOS has no newer one). */
import { allIn, type CommandInTree, type OptionInTree, type Values } from '../help/tree.ts';
import { shellWord } from './words.ts';

/** `case "$path" in` first, then the word before: what is a subcommand, what takes a value, what comes next. */
export function bashCompletion(tree: CommandInTree): string {
  const all = allIn(tree);
  return `# Completions of tagma for bash, written by: tagma completion bash
_tagma_below() {
  case "$1:$2" in
${all.flatMap((each) => each.commands.map((one) => `    ${shellWord(`${each.path}:${one.name}`)}) REPLY=${shellWord(one.path)} ;;`)).join('\n')}
    *) return 1 ;;
  esac
}
_tagma_values() {
  case "$1:$2" in
${all.flatMap(valueCases).join('\n')}
    *) return 1 ;;
  esac
}
_tagma_argument() {
  case "$1:$2" in
${all.flatMap(argumentCases).join('\n')}
    *) REPLY= ;;
  esac
}
_tagma_words() {
  case "$1" in
${all.map((each) => `    ${shellWord(each.path)}) REPLY=${shellWord(namesOf(each))} ;;`).join('\n')}
  esac
}
_tagma_commands() {
  case "$1" in
${all.map((each) => `    ${shellWord(each.path)}) REPLY=${shellWord(each.commands.map(({ name }) => name).join(' '))} ;;`).join('\n')}
  esac
}
${ENGINE}
complete -o nosort -F _tagma tagma 2>/dev/null || complete -F _tagma tagma
`;
}

function namesOf({ options }: CommandInTree): string {
  return options.flatMap(({ names }) => names).join(' ');
}

function valueCases({ path, options }: CommandInTree): readonly string[] {
  const taking = options.filter(({ takes }) => takes !== 'nothing');
  return taking.map((option) => `    ${patternOf(path, option)}) REPLY=${shellWord(kindOf(option.values))} ;;`);
}

/** An option whose value may be left out has a mark, so that the word after it need not be its value. */
function patternOf(path: string, { names, takes }: OptionInTree): string {
  const mark = takes === 'value' ? '' : '?';
  return names.map((name) => shellWord(`${path}:${mark}${name}`)).join('|');
}

function argumentCases({ path, arguments: all }: CommandInTree): readonly string[] {
  return all.map(({ values, repeats }, index) => {
    const place = repeats ? `${shellWord(`${path}:`)}*` : shellWord(`${path}:${index}`);
    return `    ${place}) REPLY=${shellWord(kindOf(values))} ;;`;
  });
}

function kindOf(values: Values): string {
  return typeof values === 'string' ? values : `choices ${values.join(' ')}`;
}

/**
 * The same for every tree. What bash splits at `=` and `:` is put together again; of what is found only the part behind
 * the last of these is given back.
 */
const ENGINE = `_tagma_reply() {
  local cur=$1 kind=$2 tagma=$3 cut
  local IFS=$'\\n'
  case "$kind" in
    choices\\ *) COMPREPLY+=($(IFS=' '; compgen -W "\${kind#choices }" -- "$cur")) ;;
    models) COMPREPLY+=($(compgen -W "$("$tagma" completion --values models 2>/dev/null)" -- "$cur")) ;;
    sessions)
      COMPREPLY+=($(compgen -W "$("$tagma" completion --values sessions 2>/dev/null)" -- "$cur"))
      COMPREPLY+=($(compgen -f -- "$cur")) ;;
    files) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")) ;;
  esac
  case "$cur" in
    *:*)
      cut=\${cur%"\${cur##*:}"}
      case "$COMP_WORDBREAKS" in *:*) COMPREPLY=("\${COMPREPLY[@]#"$cut"}") ;; esac ;;
  esac
}
_tagma() {
  local tagma=$1 line=\${COMP_LINE:0:COMP_POINT} path= count=0 pending= closed= cur word REPLY
  local words=()
  COMPREPLY=()
  read -r -a words <<<"$line"
  case "$line" in
    *[[:space:]]) cur= ;;
    *) cur=\${words[\${#words[@]}-1]}; unset "words[\${#words[@]}-1]" ;;
  esac
  for word in "\${words[@]:1}"; do
    if [ "$pending" = value ]; then pending=
    elif [ "$closed" = 1 ]; then count=$((count + 1))
    elif [ "$word" = -- ]; then closed=1; pending=
    elif [ "\${word#-}" != "$word" ]; then
      pending=
      if [ "\${word#*=}" = "$word" ]; then
        if _tagma_values "$path" "$word"; then pending=value
        elif _tagma_values "$path" "?$word"; then pending=perhaps
        fi
      fi
    elif [ "$pending" = perhaps ]; then pending=
    elif [ "$count" = 0 ] && _tagma_below "$path" "$word"; then path=$REPLY
    else count=$((count + 1))
    fi
  done
  if [ "$closed" = 1 ]; then _tagma_reply "$cur" files "$tagma"; return; fi
  if [ -n "$pending" ] && [ "\${cur#-}" = "$cur" ]; then
    word=\${words[\${#words[@]}-1]}
    _tagma_values "$path" "$word" || _tagma_values "$path" "?$word"
    _tagma_reply "$cur" "$REPLY" "$tagma"
    return
  fi
  case "$cur" in
    --*=*)
      if _tagma_values "$path" "\${cur%%=*}" || _tagma_values "$path" "?\${cur%%=*}"; then
        _tagma_reply "\${cur#*=}" "$REPLY" "$tagma"
        case "$COMP_WORDBREAKS" in *=*) ;; *) COMPREPLY=("\${COMPREPLY[@]/#/\${cur%%=*}=}") ;; esac
      fi ;;
    -*) _tagma_words "$path"; COMPREPLY=($(compgen -W "$REPLY" -- "$cur")) ;;
    *)
      if [ "$count" = 0 ]; then _tagma_commands "$path"; COMPREPLY=($(compgen -W "$REPLY" -- "$cur")); fi
      _tagma_argument "$path" "$count"
      _tagma_reply "$cur" "$REPLY" "$tagma" ;;
  esac
}`;
