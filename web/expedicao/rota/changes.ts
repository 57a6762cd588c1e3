import { post } from '../../app/api'
import { announce } from '../../app/events'
import { forget, toast } from '../../app/toasts'
import type { FormModel } from '../../ui/form/form-model'
import { reloadForm } from '../../ui/form/save'
import { isRecord, type Values } from '../../ui/row'
import { RESOURCE } from './route'

/** Shows the route as the server has it. */
export async function reload(form: FormModel): Promise<void> {
  await reloadForm(form, RESOURCE)
}

/** Changes the stops of the open route and shows it as it is then; undefined when it was refused, which is told under `failed`. */
export async function change(
  form: FormModel,
  path: string,
  { body = {}, failed }: { readonly body?: object; readonly failed: string },
): Promise<Values | undefined> {
  try {
    const answer = await post(path, body)
    forget(form)
    await reload(form)
    announce(RESOURCE)
    return isRecord(answer) ? answer : {}
  } catch (error) {
    toast.error(error, failed, '', form)
    await reload(form).catch(() => undefined) // what stands may differ from what is shown; the failure itself was told
    return undefined
  }
}
