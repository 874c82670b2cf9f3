import { TrivetError } from '../../../core/errors.ts'
import type { OnboardingState } from './state.ts'

/** How programs connect to the model that was set up. Throws `model_busy` before there is one. */
export function connection({ selected_model, actual_device }: OnboardingState, host: string, keysWanted: boolean) {
  if (selected_model === null || actual_device === null) {
    throw new TrivetError('model_busy', {
      reason: 'No model has been set up yet. POST /v1/onboarding/prepare does it.',
    })
  }
  const origin = `http://${host}`
  const base_url = `${origin}/v1`
  const key = keysWanted ? '<your key>' : '<not needed>'
  return {
    schema_version: 1,
    chat_url: origin,
    base_url,
    health_url: `${origin}/health/ready`,
    active_model_id: selected_model,
    actual_device,
    api_key_state: keysWanted ? 'configured' : 'disabled',
    api_key_placeholder: key,
    openai_python: `from openai import OpenAI\n\nclient = OpenAI(base_url="${base_url}", api_key="${key}")`,
    environment_variables: `OPENAI_BASE_URL=${base_url}\nOPENAI_API_KEY=${key}`,
    open_webui: { base_url, api_key: key, note: 'Add an OpenAI connection, and choose the model by its id.' },
    n8n: {
      base_url,
      api_key: key,
      note: 'Take a credential of OpenAI with this base URL. The Responses API works too.',
    },
  }
}
