import { findLibrary } from '../../native/find-library.ts'

/** Throws an Error whose message says where it looked. */
export function findRknn(configured: string | null): string {
  const install = "Install Rockchip's RKNN runtime (rknpu2 of rknn-toolkit2)"
  return findLibrary({ name: 'librknnrt.so', install, setting: 'rknn2.library_path' }, configured)
}
