import { compileTemplate } from '../chat/template.ts'
import { TrivetError } from '../core/errors.ts'
import { look } from '../core/look.ts'
import { textOf } from '../core/open-file.ts'
import type { EngineDriver, EngineInstance, LoadedModel, Plan } from '../engine/driver.ts'
import { chatTemplatesBeside, type TemplateFiles } from '../models/chat-templates.ts'

/**
 * The driver, whose models have the chat templates that are meant: the one in the settings before the model's own, and
 * those that lie beside the model where it has none. Files are read at each load, which fails when the one in the
 * settings can't be used.
 * @param override absolute path of the one in the settings
 */
export function withTemplates(
  driver: Pick<EngineDriver, 'start'>,
  override: string | null,
  files: TemplateFiles = fileSystem,
): Pick<EngineDriver, 'start'> {
  return {
    async start(plan, watch) {
      const chosen = override === null ? null : readOverride(override, plan, files)
      const instance = await driver.start(plan, watch)
      return withModel(instance, templated(instance.model, chosen, plan, files))
    },
  }
}

function templated(model: LoadedModel, chosen: string | null, plan: Plan, files: TemplateFiles): LoadedModel {
  if (chosen !== null) return { ...model, chatTemplate: chosen, toolTemplate: null }
  return model.chatTemplate === null ? { ...model, ...chatTemplatesBeside(plan.modelPath, files) } : model
}

function readOverride(path: string, { modelId }: Plan, files: TemplateFiles): string {
  const refuse = (reason: string) => new TrivetError('model_load_failed', { model: modelId, reason })
  const source = files.read(path)
  if (source === null) throw refuse(`there is no chat template ${path}.`)
  try {
    compileTemplate(source)
  } catch (error) {
    throw refuse(`the chat template ${path} is wrong: ${error instanceof Error ? error.message : error}`)
  }
  return source
}

function withModel(instance: EngineInstance, model: LoadedModel): EngineInstance {
  return {
    capabilities: instance.capabilities,
    model,
    ended: instance.ended,
    extraBytes: () => instance.extraBytes(),
    movedBytes: () => instance.movedBytes?.() ?? 0,
    reported: () => instance.reported?.() ?? null,
    run: (task, signal) => instance.run(task, signal),
    stop: (deadlineMs) => instance.stop(deadlineMs),
  }
}

const fileSystem: TemplateFiles = {
  read: textOf,
  isFolder: (path) => look(path)?.isDirectory() ?? false,
}
