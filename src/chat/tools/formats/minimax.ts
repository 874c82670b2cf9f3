import { invokeTags } from '../invoke-tags.ts'

/** MiniMax M2. */
export const minimax = invokeTags({
  name: 'minimax',
  section: { open: '<minimax:tool_call>', close: '</minimax:tool_call>' },
  call: 'invoke',
  parameter: 'parameter',
})
