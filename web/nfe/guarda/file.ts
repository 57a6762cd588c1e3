import { addMonths, firstDayOfMonth, lastDayOfMonth } from '../../../core/br/civil-date'
import { guardaFiscalFields } from '../../../core/fields/nfe/guarda'
import { chosenCompany, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { openAside } from '../../ui/documents/print'
import { fieldsOf } from '../../ui/fields-of'
import { localToday } from '../../ui/format'
import { isRecord, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'

export const RESOURCE = 'nfe/guarda_fiscal'

/** Which documents are looked at. */
export interface Asked {
  readonly mod: string
  readonly de: string
  readonly ate: string
  /** The company that they are of; that of the tab unless told. */
  readonly empresa_id?: string
}

const LOOKS = {
  gerando: { hue: 'azul', mark: 'half' },
  gerada: { hue: 'ambar', mark: 'dash' },
  enviada: { hue: 'verde', mark: 'check' },
  erro: { hue: 'vermelho', mark: 'lock' },
} as const

const bound = fieldsOf(guardaFiscalFields)

/** Where a file stands, as a chip. */
export const situation = (): Column => ({ ...bound.chipColumn('situacao', LOOKS), width: 120 })

/** `11/2026` */
export const monthText = ({ mes }: Row): string => `${textOf(mes).slice(5, 7)}/${textOf(mes).slice(0, 4)}`

/** The month before this, by its first day. */
export const lastMonth = (): string => addMonths(firstDayOfMonth(localToday()), -1)

/** What a file is of. */
export const askedOf = ({ mod, mes, empresa_id }: Row): Asked => ({
  mod: textOf(mod),
  de: textOf(mes),
  ate: lastDayOfMonth(textOf(mes)),
  empresa_id: textOf(empresa_id),
})

export const queryOf = (asked: Asked): string =>
  new URLSearchParams({ empresa_id: textOf(chosenCompany.value ?? ''), ...asked }).toString()

/** Opens the download of a period's documents. */
export const download = (asked: Asked): void => openAside(`/api/${RESOURCE}/zip?${queryOf(asked)}`)

/** Mails the accountant a link, or another one. */
export async function send({ id }: Row): Promise<void> {
  try {
    const answer = await post(`${RESOURCE}/${id}/envia`, {})
    announce(RESOURCE)
    toast.success(isRecord(answer) ? textOf(answer.message) : 'Enviada.')
  } catch (error) {
    toast.error(error, 'Não foi possível enviar')
  }
}
