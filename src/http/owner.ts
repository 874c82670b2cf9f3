/** Whose key asks. Until there are keys, everyone is the same one. */
export const OWNER = 'anonymous'
