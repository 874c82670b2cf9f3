import { findLibrary } from '../../native/find-library.ts'

/** Throws an Error whose message says where it looked. */
export function findRkllm(configured: string | null): string {
  const install = "Install Rockchip's RKLLM runtime"
  return findLibrary({ name: 'librkllmrt.so', install, setting: 'rkllm.library_path' }, configured)
}
