import { post } from '../../app/api'
import { announce } from '../../app/events'
import { copyText } from '../../app/plain-http'
import { toast } from '../../app/toasts'
import { confirmed } from '../../ui/confirmed'
import { getPath, textOf } from '../../ui/row'
import { RESOURCE } from './kind'

/** Tells the customer that an order is done; whom was told already only once that is confirmed. */
export async function notify(id: number | string): Promise<void> {
  try {
    const path = `${RESOURCE}/${id}/notificaFinalizacao`
    const answer = await confirmed(path, {}, { title: 'Avisar de novo?', action: 'Avisar de novo' })
    if (answer === undefined) return
    announce(RESOURCE)
    toast.success(textOf(getPath(answer, 'message')))
  } catch (error) {
    toast.error(error, 'Não foi possível avisar o cliente')
  }
}

/** Puts the address at which the customer reads and signs an order on the clipboard; where that may not be written it is shown. */
export async function copyLink(id: number | string): Promise<void> {
  try {
    const url = textOf(getPath(await post(`${RESOURCE}/${id}/link`), 'url'))
    announce(RESOURCE)
    const isCopied = await copyText(url).then(
      () => true,
      () => false,
    )
    toast.success(isCopied ? 'Link copiado.' : url)
  } catch (error) {
    toast.error(error)
  }
}

/** The links that the customer was given open nothing any more. */
export async function revokeLink(id: number | string): Promise<void> {
  try {
    await post(`${RESOURCE}/${id}/revogaLink`)
    announce(RESOURCE)
    toast.success('Link revogado: os que foram enviados não abrem mais.')
  } catch (error) {
    toast.error(error, 'Não foi possível revogar o link')
  }
}
