/** What a shell can complete after the program's name. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  /** With its dashes. */
  readonly long: string
  /** With its dash; `null`: it has none. */
  readonly short: string | null
  readonly takesValue: boolean
  readonly description: string
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** A script for the shell to source. Commands come first, then flags; whatever else is typed is a file's name. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands)
}

function bash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, flags }) => `    ${name}) words='${flags.map(({ long }) => long).join(' ')}' ;;`)
  return `_trivet() {
  local words=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${names}'
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _trivet trivet`
}

function zsh(commands: readonly CompletedCommand[]): string {
  const item = (word: string, meaning: string) => quoted(`${word}:${meaning}`)
  const names = commands.map(({ name, summary }) => item(name, summary)).join(' ')
  const cases = commands.map(({ name, flags }) => {
    const items = flags.map(({ long, description }) => item(long, description)).join(' ')
    return `    ${name}) items=(${items}) ;;`
  })
  return `#compdef trivet
_trivet() {
  local -a items
  if (( CURRENT == 2 )); then
    items=(${names})
    _describe command items
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  _describe -o option items
  _files
}
compdef _trivet trivet`
}

function fish(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ name, summary, flags }) => [
      `complete -c trivet -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...flags.map(({ long, short, takesValue, description }) =>
        [
          `complete -c trivet -n '__fish_seen_subcommand_from ${name}' -l ${long.replace(/^--/, '')}`,
          ...(short === null ? [] : [`-s ${short.replace(/^-/, '')}`]),
          ...(takesValue ? ['-r'] : []),
          `-d ${quoted(description)}`,
        ].join(' '),
      ),
    ])
    .join('\n')
}

/** One word in any of the shells, with nothing in it that they would read. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replaceAll('\\', '/')}'`
}
