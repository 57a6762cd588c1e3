import { trocaFields } from '../../../core/fields/sis/troca'
import { DONE, UNDER_WAY } from '../../../core/lifecycle/life'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { textOf, type Row } from '../../ui/row'

export const EXCHANGES = 'sis/troca'

export const troca = fieldsOf(trocaFields)

const WAITS = { hue: 'ambar', mark: 'half' } as const
/** How the states of an exchange look. */
const LOOKS = {
  na_fila: WAITS,
  enviando: UNDER_WAY,
  incerta: WAITS,
  recebida: WAITS,
  respondida: DONE,
  falhou: { hue: 'vermelho' },
} as const
export const exchangeChip = troca.chip('status', LOOKS)
export const statusColumn = troca.chipColumn('status', LOOKS)

/** What a state means for who waits for it. */
export const MEANING: Readonly<Record<string, string>> = {
  na_fila: 'Ainda não foi recebida pelo serviço. Vai na próxima tentativa.',
  enviando: 'Está sendo enviada agora.',
  incerta:
    'Foi enviada, mas a resposta não veio: o serviço pode tê-la recebido. Ele é consultado antes de qualquer novo envio; o que não pode ser consultado vai de novo com a mesma chave.',
  recebida: 'O serviço respondeu, mas a resposta ainda não pôde ser lançada. Nada é enviado de novo.',
  respondida: 'O serviço respondeu, e a resposta foi lançada.',
  falhou: 'Não foi aceita, e não há mais tentativas marcadas.',
}

/** What people call a kind of exchange. */
export const kindLabel = (tipo: unknown): string => troca.word('tipo', tipo) || textOf(tipo)

/** Why these cannot be tried now; undefined when they can. */
export const notNow = (rows: readonly Row[]): string | undefined =>
  rows.some((row) => row.status === 'respondida') ? 'Uma comunicação já foi respondida.' : undefined

/** Tries exchanges now, without waiting for their time. */
export async function tryNow(rows: readonly Row[]): Promise<void> {
  try {
    for (const row of rows) await post(`${EXCHANGES}/${row.id}/tentarAgora`)
    toast.success(
      rows.length === 1 ? 'A comunicação será tentada agora.' : `${rows.length} comunicações serão tentadas agora.`,
    )
  } catch (error) {
    toast.error(error)
  }
  announce(EXCHANGES)
}
