import { type ChatRequest, PLAIN_CHAT } from '../../core/chat.ts'
import type { AudioMedia } from '../../core/media.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { TranscriptOrder } from './order.ts'

/** Nobody says more in one piece: a model that repeats itself ends here. */
const MOST_TOKENS = 448

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** `English`, of `en`. */
export function languageName(code: string): string {
  return NAMES.of(code) ?? code
}

/** How a model that chats is asked to write down what it hears. */
export function transcriptQuestion(model: string, sound: AudioMedia, order: TranscriptOrder): ChatRequest {
  const { language, prompt, temperature } = order
  const wishes = [
    order.translate
      ? 'Translate what is said in this sound into English.'
      : 'Write down what is said in this sound, word for word.',
    ...(language === null ? [] : [`It is in ${languageName(language)}.`]),
    ...(prompt === '' ? [] : [`For the spelling, and for what came before: ${prompt}`]),
    'Answer with the text alone.',
  ]
  return {
    ...PLAIN_CHAT,
    model,
    media: [sound],
    messages: [{ role: 'user', content: [{ type: 'text', text: `${sound.mark}\n${wishes.join(' ')}` }] }],
    sampling: { ...NEUTRAL_SAMPLING, temperature },
    maxTokens: MOST_TOKENS,
    reasoning: { ...PLAIN_CHAT.reasoning, enabled: false },
  }
}
