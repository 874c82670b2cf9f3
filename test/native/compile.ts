import { execFileSync } from 'node:child_process'

/** Compiles a stand-in for a maker's library; returns `target`. */
export function compileLibrary(source: string, target: string, defines: readonly string[] = []): string {
  const names = defines.map((define) => `-D${define}`)
  execFileSync('cc', ['-Wall', '-Werror', '-shared', '-fPIC', ...names, '-o', target, source, '-lpthread'])
  return target
}
