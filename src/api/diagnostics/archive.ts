import { strToU8, zipSync } from 'fflate'

/** What a file of an archive says; objects are written as JSON. */
export type Files = Readonly<Record<string, unknown>>

/** What is in every archive, for whoever opens it. */
const README = `What Trivet knows of itself, for whoever is to find out what is wrong.

Not in it: prompts, answers, conversations, keys and other credentials, who has asked, and what files hold.
Taken out of what is in it: names of people and machines, addresses, and folders of the user (~).
It is plain text: look into it before you give it to anyone.
`

/** @param discreet takes out what is private */
export function archiveOf(files: Files, discreet: (text: string) => string): Uint8Array {
  const texts = Object.entries({ 'README.txt': README, ...files }).map(([name, said]) => {
    const text = typeof said === 'string' ? said : `${JSON.stringify(said, null, 2)}\n`
    return [name, strToU8(discreet(text))] as const
  })
  return zipSync(Object.fromEntries(texts))
}
