import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import type { ChipState } from '../../ui/chip'
import { textOf, type Row } from '../../ui/row'

export const EXCHANGES = 'sis/troca'

const STATES: Readonly<Record<string, ChipState>> = {
  na_fila: { word: 'Na fila', hue: 'ambar', mark: 'half' },
  enviando: { word: 'Enviando', hue: 'azul', mark: 'half' },
  incerta: { word: 'Incerta', hue: 'ambar', mark: 'half' },
  recebida: { word: 'A lançar', hue: 'ambar', mark: 'half' },
  respondida: { word: 'Respondida', hue: 'verde', mark: 'check' },
  falhou: { word: 'Falhou', hue: 'vermelho' },
}

export const STATE_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))

export const exchangeChip = (row: Row): ChipState | null => STATES[textOf(row.status)] ?? null

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

const KINDS: Readonly<Record<string, string>> = { webhook: 'Webhook', email: 'E-mail' }

/** What people call a kind of exchange. */
export const kindLabel = (tipo: unknown): string => KINDS[textOf(tipo)] ?? textOf(tipo)
export const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }))

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
