import { post } from '../app/api'
import { toast } from '../app/toasts'
import type { FormModel } from '../ui/form/form-model'
import { isRecord, textOf, type Values } from '../ui/row'

/** Sends what asks the authority for documents; they come by themselves when it has answered. True when it was asked. */
export async function askSefaz(path: string, body: Values, form?: FormModel): Promise<boolean> {
  try {
    const answer = await post(path, body)
    toast.success(isRecord(answer) ? textOf(answer.message) : '')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível buscar na SEFAZ', '', form)
    return false
  }
}
