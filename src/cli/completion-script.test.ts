import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type CompletedCommand, completionScript } from './completion-script.ts'

const url = { long: '--url', short: '-u', takesValue: true, description: "the server's address" }
const json = { long: '--json', short: null, takesValue: false, description: 'print JSON' }
const COMMANDS: readonly CompletedCommand[] = [
  { name: 'serve', summary: 'serve models over HTTP', flags: [url] },
  { name: 'ps', summary: 'show what is loaded', flags: [url, json] },
]

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ')
  const asked = `COMP_WORDS=(trivet ${typed}); COMP_CWORD=${words.length}; _trivet; echo "\${COMPREPLY[*]}"`
  const out = execFileSync('bash', ['-c', `${completionScript('bash', COMMANDS)}\n${asked}`], { encoding: 'utf8' })
  return out.trim().split(' ').filter(Boolean)
}

test('bash offers commands first, then the flags of the one that was chosen', () => {
  expect(offered('')).toEqual(['serve', 'ps'])
  expect(offered('s')).toEqual(['serve'])
  expect(offered('ps', '--')).toEqual(['--url', '--json'])
  expect(offered('ps', '--j')).toEqual(['--json'])
  expect(offered('nothing', '--')).toEqual([])
})

test('zsh is told what each means', () => {
  const script = completionScript('zsh', COMMANDS)
  expect(script).toMatch(/^#compdef trivet\n/)
  expect(script).toContain("    items=('serve:serve models over HTTP' 'ps:show what is loaded')\n")
  expect(script).toContain("    ps) items=('--url:the server’s address' '--json:print JSON') ;;\n")
})

test('fish too, and which flags take a value', () => {
  expect(completionScript('fish', COMMANDS).split('\n')).toEqual([
    "complete -c trivet -n __fish_use_subcommand -f -a serve -d 'serve models over HTTP'",
    "complete -c trivet -n '__fish_seen_subcommand_from serve' -l url -s u -r -d 'the server’s address'",
    "complete -c trivet -n __fish_use_subcommand -f -a ps -d 'show what is loaded'",
    "complete -c trivet -n '__fish_seen_subcommand_from ps' -l url -s u -r -d 'the server’s address'",
    "complete -c trivet -n '__fish_seen_subcommand_from ps' -l json -d 'print JSON'",
  ])
})
