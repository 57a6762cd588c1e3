import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { getPath, textOf } from '../../ui/row'
import { RESOURCE } from './kind'

/** Tells the customer that an order is done; whom was told already only once that is confirmed. True when it was sent. */
export async function notify(id: number | string, body: object = {}): Promise<boolean> {
  try {
    const answer = await post(`${RESOURCE}/${id}/notificaFinalizacao`, body)
    announce(RESOURCE)
    toast.success(textOf(getPath(answer, 'message')))
    return true
  } catch (error) {
    const again = error instanceof ApiError && error.code === 'notified'
    if (again && (await confirm({ title: 'Avisar de novo?', text: error.message, action: 'Avisar de novo' })))
      return notify(id, { reenvia: true })
    if (!again) toast.error(error, 'Não foi possível avisar o cliente')
    return false
  }
}

/** Puts the address at which the customer reads and signs an order on the clipboard; where that may not be written it is shown. */
export async function copyLink(id: number | string): Promise<void> {
  try {
    const url = textOf(getPath(await post(`${RESOURCE}/${id}/link`), 'url'))
    announce(RESOURCE)
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    toast.success(copied === true ? 'Link copiado.' : url)
  } catch (error) {
    toast.error(error)
  }
}
